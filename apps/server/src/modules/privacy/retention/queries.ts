import type { SettableKind } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** What somebody has set. */
export interface KeptTerm {
  readonly kind: SettableKind
  readonly months: number
  readonly version: number
}

export async function terms(db: Db): Promise<KeptTerm[]> {
  return db
    .selectFrom('retention')
    .select([sql<SettableKind>`kind`.as('kind'), 'months', 'version'])
    .execute()
}

export const lockTerm = (db: Db, kind: SettableKind): Promise<KeptTerm | undefined> =>
  db
    .selectFrom('retention')
    .select([sql<SettableKind>`kind`.as('kind'), 'months', 'version'])
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

/** @returns false where somebody else set it meanwhile */
export async function insertTerm(db: Db, kind: SettableKind, months: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('retention')
    .values({ kind, months })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateTerm(db: Db, kind: SettableKind, months: number): Promise<void> {
  await db.updateTable('retention').set({ months }).where('kind', '=', kind).execute()
}

export async function deleteTerm(db: Db, kind: SettableKind): Promise<void> {
  await db.deleteFrom('retention').where('kind', '=', kind).execute()
}

/** Rows that are past a term: which of a table, and what is done to them. */
interface Clearing {
  readonly table: string
  due(before: RawBuilder<Date>): RawBuilder<unknown>
  readonly act: RawBuilder<unknown>
}

/** What is cleared by a statement; students are erased one by one. */
const clearings: Readonly<Record<Exclude<SettableKind, 'student'>, readonly Clearing[]>> = {
  applicant: [
    {
      table: 'applicant',
      due: before => sql`applied_at < ${before} and state <> 'waiting' and name <> '已删除'`,
      act: sql`update applicant set name = '已删除', phone = '', reason = case when reason is not null then '〔已删除〕' end`,
    },
    { table: 'sign_up', due: before => sql`created_at < ${before}`, act: sql`delete from sign_up` },
  ],
  reporter: [
    {
      table: 'fault_report',
      due: before => sql`at < ${before} and phone is not null`,
      act: sql`update fault_report set phone = null`,
    },
    {
      table: 'work_order_signature',
      due: before => sql`at < ${before} and name <> '已删除'`,
      act: sql`update work_order_signature set name = '已删除', phone = null`,
    },
  ],
  feedback: [
    { table: 'feedback', due: before => sql`created_at < ${before}`, act: sql`delete from feedback` },
  ],
  message: [
    {
      table: 'message',
      due: before => sql`created_at < ${before} and state = 'trash'`,
      act: sql`delete from message`,
    },
  ],
  request: [
    {
      table: 'privacy_request',
      due: before => sql`decided_at < ${before}`,
      act: sql`delete from privacy_request`,
    },
  ],
}

/** The beginning of the business day so many months ago. */
const before = (months: number) =>
  beginningOf(sql<string>`(business_day(now()) - make_interval(months => ${months}))::date`)

/** Students whose schooling ended so long ago, whose money is three years old and who have nothing open. */
const dueStudents = (months: number) => sql`
  select s.id from student s
  where s.erased_at is null and s.state <> 'studying'
    and (select max(coalesce(e.ended_at, now())) from enrolment e where e.student_id = s.id) < ${before(months)}
    and not exists (select from purse p where p.student_id = s.id and (p.cash <> 0 or p.bonus <> 0))
    and not exists (select from enrolment e where e.student_id = s.id and e.remaining_minutes > 0)
    and not exists (select from recharge_order o where o.student_id = s.id
      and (o.state = 'waiting' or o.day >= business_day(now()) - interval '3 years'))
    and not exists (select from course_order o where o.student_id = s.id
      and (o.state = 'waiting' or o.day >= business_day(now()) - interval '3 years'))
    and not exists (select from refund r where r.student_id = s.id
      and (r.state in ('toApprove', 'refunding', 'failed') or r.day >= business_day(now()) - interval '3 years'))`

/** How many are past this term. */
export async function countDue(db: Db, kind: SettableKind, months: number): Promise<number> {
  const counts =
    kind === 'student'
      ? [sql`select count(*) as due from (${dueStudents(months)}) s`]
      : clearings[kind].map(
          ({ table, due }) =>
            sql`select count(*) as due from ${sql.table(table)} where ${due(before(months))}`,
        )
  const { rows } = await sql<{ due: number }>`
    select sum(due)::int as due from (${sql.join(counts, sql` union all `)}) counted`.execute(db)
  return rows[0]?.due ?? 0
}

/** Clears at most so many rows of each table. @returns how many were cleared */
export async function clearDue(
  db: Db,
  kind: Exclude<SettableKind, 'student'>,
  months: number,
  most: number,
): Promise<number> {
  let cleared = 0
  for (const { table, due, act } of clearings[kind]) {
    const { numAffectedRows } = await sql`
      ${act} where id in (
        select id from ${sql.table(table)} where ${due(before(months))} order by id limit ${most} for update skip locked)`.execute(
      db,
    )
    cleared += Number(numAffectedRows ?? 0)
  }
  return cleared
}

export async function someDueStudents(db: Db, months: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${dueStudents(months)}) due order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
