import { type Insertable, sql } from 'kysely'
import type { BillAttachment } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'

/** What a person attached since the business day began. Until the transaction ends nobody else takes of the same quota. */
export async function takeQuota(db: Db, memberId: number): Promise<{ files: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('attachments of a day'), ${memberId}::integer)`.execute(db)
  return db
    .selectFrom('bill_attachment')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('member_id', '=', memberId)
    .where('uploaded_at', '>=', beginningOf(sql`business_day(now())`))
    .executeTakeFirstOrThrow()
}

export async function insertAttachment(db: Db, row: Insertable<BillAttachment>): Promise<number> {
  const { id } = await db.insertInto('bill_attachment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A picture is made anew, and is as large as it then is. */
export async function noteBytes(db: Db, id: number, bytes: number): Promise<void> {
  await db.updateTable('bill_attachment').set({ bytes }).where('id', '=', id).execute()
}

export async function deleteAttachment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('bill_attachment').where('id', '=', id).execute()
}

/** The file of what is attached to a bill of the scope, or of what this person uploaded and nothing has taken. */
export async function findAttachment(
  db: Db,
  scope: Scope,
  id: number,
  memberId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('bill_attachment as a')
    .leftJoin('bill_remark as r', 'r.id', 'a.remark_id')
    .leftJoin('bill as b', 'b.id', 'r.bill_id')
    .select('a.file')
    .where('a.id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        and([eb('a.remark_id', 'is not', null), scoped(scope, sql.ref('b.school_id'))]),
        and([eb('a.remark_id', 'is', null), eb('a.member_id', '=', memberId)]),
      ]),
    )
    .executeTakeFirst()
  return row?.file
}

/** The name of a file, as the entry that has it calls it. */
export async function nameOf(db: Db, file: string): Promise<string | null> {
  const row = await db
    .selectFrom('bill_attachment')
    .select('name')
    .where('file', '=', file)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Gives an entry what this person uploaded and nothing has taken. @returns whether it was there */
export async function giveToRemark(
  db: Db,
  remarkId: number,
  { id, name, memberId }: { id: number; name: string; memberId: number },
): Promise<boolean> {
  const row = await db
    .updateTable('bill_attachment')
    .set({ remark_id: remarkId, name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('remark_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the oldest `most` of those that nothing took for so many hours. @returns their files */
export async function deleteUnused(
  db: Db,
  { hours, most }: { hours: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from bill_attachment where id in (
      select id from bill_attachment
      where remark_id is null and uploaded_at < now() - ${hours} * interval '1 hour'
      order by uploaded_at limit ${most} for update skip locked
    ) returning file`.execute(db)
  return rows.map(({ file }) => file)
}

/** The files of all that entries have. */
export async function usedFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bill_attachment')
    .select('file')
    .where('remark_id', 'is not', null)
    .execute()
  return rows.map(({ file }) => file)
}
