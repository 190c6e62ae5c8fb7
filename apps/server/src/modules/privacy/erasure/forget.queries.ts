import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What an erasure looks for. */
export interface Traces {
  /** Names and phones by which the student was ever known. */
  readonly texts: string[]
  /** Rows of the student's own, as `table:id`. */
  readonly parts: string[]
  /** Their applications. */
  readonly applicants: number[]
}

/** Collects them, while the student still has a name. */
export async function tracesOf(db: Db, studentId: number): Promise<Traces> {
  const { rows } = await sql<Traces>`
    with person as (select id, name, phone, school_id from student where id = ${studentId}),
    applied as (
      select a.id, a.name, a.phone from applicant a
      join enrolment_config c on c.id = a.config_id join person p on true
      where a.student_id = p.id or (c.school_id = p.school_id and a.name = p.name and a.phone = p.phone)
    ),
    logged as (
      select jsonb_array_elements(jsonb_build_array(c.before, c.after)) as row from operation_log_change c
      where (c.table_name = 'student' and c.row_id = ${studentId}::text)
        or (c.table_name = 'applicant' and c.row_id in (select id::text from applied))
    ),
    known as (
      select name as text from person union select phone from person union select name from applied
      union select phone from applied union select row ->> 'name' from logged union select row ->> 'phone' from logged
    )
    select
      array(select text from known where length(text) > 1 and text not like '〔%' and text not like '已注销%') as texts,
      array(select id from applied) as applicants,
      array(
        select 'student:' || ${studentId}::text
        union all select 'applicant:' || id from applied
        union all select 'refund:' || id from refund where student_id = ${studentId}
        union all select 'work_order_signature:' || g.id from work_order_signature g join person p on p.phone = g.phone
        union all select 'feedback:' || row_id from operation_log_change
          where table_name = 'feedback' and before ->> 'student_id' = ${studentId}::text
      ) as parts`.execute(db)
  return rows[0] ?? { texts: [], parts: [], applicants: [] }
}

/** Takes the person out of their own rows; what says numbers alone stays. */
export async function emptyRows(
  db: Db,
  studentId: number,
  { applicants, name }: { applicants: readonly number[]; name: string },
): Promise<void> {
  await sql`
    update sign_up u set name = '已注销学员', phone = '' from student s
    where s.id = ${studentId} and u.school_id = s.school_id and u.name = s.name and u.phone = s.phone`.execute(
    db,
  )
  await sql`delete from pin where kind = 'student' and record_id = ${studentId}`.execute(db)
  await sql`update fault_report r set phone = null from student s where s.id = ${studentId} and r.phone = s.phone`.execute(
    db,
  )
  await sql`
    update work_order_signature g set name = '已注销学员', phone = null from student s
    where s.id = ${studentId} and g.phone = s.phone`.execute(db)
  await sql`
    update applicant set name = '已注销学员', phone = '', reason = case when reason is not null then '〔已删除〕' end
    where id = any(${[...applicants]}::bigint[])`.execute(db)
  await sql`update feedback set content = '〔已删除〕' where student_id = ${studentId}`.execute(db)
  await sql`
    update comment set text = '〔已删除〕' where kind = 'student' and subject_id = ${studentId} and text is not null`.execute(
    db,
  )
  await sql`
    update student set name = ${name}, name_initials = '', phone = '', id_number = null, id_number_hash = null,
      id_number_tail = null, tags = '{}', note = null, note_by = null, note_at = null, erased_at = now()
    where id = ${studentId}`.execute(db)
}

/** Takes names and phones out of what was written about the person since they came. @param since when their row was made */
export async function redactTexts(
  db: Db,
  { texts, since }: { texts: readonly string[]; since: Date },
): Promise<void> {
  const all = [...texts]
  const has = (written: string) =>
    sql`exists (select from unnest(${all}::text[]) t where strpos(${sql.raw(written)}, t) > 0)`
  await sql`
    update message set title = without_texts(title, ${all}::text[]), brief = without_texts(brief, ${all}::text[]),
      content = without_texts(content, ${all}::text[])
    where created_at >= ${since} and ${has("concat(title, ' ', brief, ' ', content)")}`.execute(db)
  await sql`
    update outbox set title = without_texts(title, ${all}::text[]), content = without_texts(content, ${all}::text[])
    where created_at >= ${since} and ${has("concat(title, ' ', content)")}`.execute(db)
  await sql`
    update job set input = without_texts(input, ${all}::text[]), label = without_texts(label, ${all}::text[])
    where created_at >= ${since} and ${has("concat(label, ' ', input::text)")}`.execute(db)
  await sql`
    update job_row set reason = without_texts(reason, ${all}::text[])
    where reason is not null and ${has('reason')}`.execute(db)
  await sql`
    update idempotency set outcome = without_texts(outcome, ${all}::text[])
    where outcome is not null and ${has('outcome::text')}`.execute(db)
  await sql`
    update list_view set filters = without_texts(filters, ${all}::text[]), name = without_texts(name, ${all}::text[])
    where ${has("concat(name, ' ', filters::text)")}`.execute(db)
  await sql`
    update report_schedule set input = without_texts(input, ${all}::text[]), name = without_texts(name, ${all}::text[])
    where ${has("concat(name, ' ', input::text)")}`.execute(db)
  await sql`
    update comment set text = without_texts(text, ${all}::text[])
    where at >= ${since} and text is not null and ${has('text')}`.execute(db)
  await sql`
    update privacy_request set wish = without_texts(wish, ${all}::text[]), answer = without_texts(answer, ${all}::text[])
    where ${has("concat(wish, ' ', answer)")}`.execute(db)
}

/** Takes the person out of the operation log. */
export async function redactLog(db: Db, studentId: number, { texts, parts }: Traces): Promise<void> {
  await sql`select redact_log(${studentId}, ${[...texts]}::text[], ${[...parts]}::text[])`.execute(db)
}
