import { type RawBuilder, sql } from 'kysely'
import type { PictureUse } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a person uploaded since the business day began. Until the transaction ends nobody else takes of the same quota. */
export async function takeQuota(db: Db, memberId: number): Promise<{ pictures: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('pictures of a day'), ${memberId}::integer)`.execute(db)
  return db
    .selectFrom('picture')
    .select([sql<number>`count(*)`.as('pictures'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`business_day(uploaded_at) = business_day(now())`)
    .executeTakeFirstOrThrow()
}

export async function insertPicture(
  db: Db,
  picture: { address: string; member_id: number | null; bytes: number },
): Promise<void> {
  await db.insertInto('picture').values(picture).execute()
}

export async function deletePicture(db: Db, address: string): Promise<void> {
  await db.deleteFrom('picture').where('address', '=', address).execute()
}

/** The rows `u` of a use that have this picture. */
const rowsWith = ({ table, column }: PictureUse, address: RawBuilder<unknown>) =>
  sql`select from ${sql.table(table)} u where u.${sql.ref(column)} = ${address}`

/** Whether a row that shows its picture to everybody has this one. */
export async function isOpenToAll(db: Db, uses: readonly PictureUse[], address: string): Promise<boolean> {
  const open = uses.flatMap(use =>
    use.open === undefined ? [] : [sql`exists (${rowsWith(use, sql`${address}`)} and ${use.open})`],
  )
  if (open.length === 0) return false
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(open, sql` or `)} as found`.execute(db)
  return rows[0]?.found ?? false
}

const isUsed = (uses: readonly PictureUse[]) =>
  sql<boolean>`(${sql.join(
    uses.map(use => sql`exists (${rowsWith(use, sql`p.address`)})`),
    sql` or `,
  )})`

/** Notes since when pictures have no use, and forgets it of those that have one again. */
export async function noteUnused(db: Db, uses: readonly PictureUse[]): Promise<void> {
  await sql`
    update picture p set unused_since = case when p.unused_since is null then now() end
    where (p.unused_since is not null) = ${isUsed(uses)}`.execute(db)
}

/**
 * Deletes pictures that had no use for so many hours, the oldest `most` of them. Two statements: while the first holds
 * them nobody begins to use one, and the second sees who had begun before.
 * @returns their addresses
 */
export async function deleteUnused(
  db: Db,
  uses: readonly PictureUse[],
  { hours, most }: { hours: number; most: number },
): Promise<string[]> {
  const held = await db
    .selectFrom('picture')
    .select('address')
    .where(sql<boolean>`unused_since < now() - ${hours} * interval '1 hour'`)
    .orderBy('unused_since')
    .orderBy('address')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  const addresses = held.map(({ address }) => address)
  const { rows } = await sql<{ address: string }>`
    delete from picture p where address = any(${addresses}::text[]) and not ${isUsed(uses)} returning address`.execute(
    db,
  )
  return rows.map(({ address }) => address)
}

/** The addresses of all pictures that something uses. */
export async function usedPictures(db: Db, uses: readonly PictureUse[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from picture p where ${isUsed(uses)} order by 1`.execute(db)
  return rows.map(({ address }) => address)
}
