import type { AttachmentKind } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { Attachment } from '../../../generated/schema.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** The record that files are beside. */
export interface Subject {
  readonly kind: AttachmentKind
  readonly id: number
}

/** What a person uploaded since the business day began. Until the transaction ends nobody else takes of the same quota. */
export async function takeQuota(db: Db, memberId: number): Promise<{ files: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('attachments of records'), ${memberId}::integer)`.execute(
    db,
  )
  return db
    .selectFrom('attachment')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('member_id', '=', memberId)
    .where('uploaded_at', '>=', beginningOf(sql`business_day(now())`))
    .executeTakeFirstOrThrow()
}

export async function insertAttachment(db: Db, row: Insertable<Attachment>): Promise<number> {
  const { id } = await db.insertInto('attachment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A picture is made anew, and is as large as it then is. */
export async function noteBytes(db: Db, id: number, bytes: number): Promise<void> {
  await db.updateTable('attachment').set({ bytes }).where('id', '=', id).execute()
}

export async function deleteAttachment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('attachment').where('id', '=', id).execute()
}

/** What stands beside a record, the oldest first. */
export function attachmentsOf(db: Db, { kind, id }: Subject) {
  return db
    .selectFrom('attachment as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .select([
      'a.id as attachmentId',
      sql<string>`a.name`.as('name'),
      'a.bytes',
      'a.uploaded_at as at',
      'm.name as memberName',
      'a.file',
    ])
    .where('a.kind', '=', kind)
    .where('a.subject_id', '=', id)
    .where('a.removed_at', 'is', null)
    .orderBy('a.id')
    .execute()
}

/** Until the transaction ends nobody else adds to the record. */
export async function lockSubject(db: Db, { kind, id }: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attachments of ${kind} ${id}`}, 0))`.execute(db)
}

/** Gives a record what this person uploaded and nothing has taken. @returns whether it was there */
export async function giveTo(
  db: Db,
  subject: Subject,
  { attachmentId, name, memberId }: { attachmentId: number; name: string; memberId: number },
): Promise<boolean> {
  const row = await db
    .updateTable('attachment')
    .set({ kind: subject.kind, subject_id: subject.id, name })
    .where('id', '=', attachmentId)
    .where('member_id', '=', memberId)
    .where('kind', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether it is the record's; it may have been removed before */
export async function hide(db: Db, { kind, id }: Subject, attachmentId: number): Promise<boolean> {
  const row = await db
    .updateTable('attachment')
    .set({ removed_at: sql<Date>`coalesce(removed_at, now())` })
    .where('id', '=', attachmentId)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The name of a file, as its record calls it. */
export async function nameOf(db: Db, file: string): Promise<string | null> {
  const row = await db.selectFrom('attachment').select('name').where('file', '=', file).executeTakeFirst()
  return row?.name ?? null
}

/** Deletes the oldest `most` of those that nothing took for so many hours. @returns their files */
export async function deleteUnused(
  db: Db,
  { hours, most }: { hours: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from attachment where id in (
      select id from attachment
      where kind is null and uploaded_at < now() - ${hours} * interval '1 hour'
      order by uploaded_at limit ${most} for update skip locked
    ) returning file`.execute(db)
  return rows.map(({ file }) => file)
}

/** The files of all that records have; none in a database of an older version, just restored. */
export async function usedFiles(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean
  }>`select to_regclass('attachment') is not null as there`.execute(db)
  if (found[0]?.there !== true) return []
  const rows = await db.selectFrom('attachment').select('file').where('kind', 'is not', null).execute()
  return rows.map(({ file }) => file)
}
