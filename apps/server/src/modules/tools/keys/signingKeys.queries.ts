import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface SealedKey {
  readonly id: number
  readonly secret: Buffer
  readonly beginsAt: Date
}

/** The oldest first. @param unlike leaves out what begins like this */
export async function sealedKeys(db: Db, unlike: Buffer | null = null): Promise<SealedKey[]> {
  const { rows } = await sql<SealedKey>`
    select id, secret, begins_at as "beginsAt" from signing_key
    where ${unlike}::bytea is null or substring(secret for length(${unlike}::bytea)) <> ${unlike}::bytea
    order by begins_at, id`.execute(db)
  return rows
}

/** Whether the database has them: one that was restored and not migrated yet may be older. */
export async function hasKeys(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('signing_key') is not null as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

export async function replaceKey(db: Db, { id, secret }: SealedKey, fresh: Buffer): Promise<void> {
  await db
    .updateTable('signing_key')
    .set({ secret: fresh })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .execute()
}

/** Lets one process make a key at a time, to the end of the transaction. */
export async function lockKeys(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signing key', 0))`.execute(db)
}

/** Whether the newest key is younger than so many days. */
export async function isYoung(db: Db, days: number): Promise<boolean> {
  const { rows } = await sql<{ young: boolean }>`
    select exists (select from signing_key where made_at > now() - make_interval(days => ${days}::int)) as young`.execute(
    db,
  )
  return rows[0]?.young ?? false
}

/** Whether there is any, and whether anybody is signed in. */
export async function state(db: Db): Promise<{ hasKey: boolean; isInUse: boolean }> {
  const { rows } = await sql<{ hasKey: boolean; isInUse: boolean }>`
    select exists (select from signing_key) as "hasKey",
      exists (select from session where ended_at is null and expires_at > now()) as "isInUse"`.execute(db)
  return rows[0] ?? { hasKey: true, isInUse: true }
}

/** @param inSeconds when it begins to sign */
export async function insertKey(
  db: Db,
  { id, secret, inSeconds }: { id: number; secret: Buffer; inSeconds: number },
): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({ id, secret, begins_at: sql`now() + make_interval(secs => ${inSeconds}::int)` })
    .execute()
}

/** Takes away what another key followed a day ago: no token of it is good any more. */
export async function dropEnded(db: Db): Promise<void> {
  await sql`
    delete from signing_key k where exists (
      select from signing_key later where later.begins_at < now() - interval '1 day'
        and (later.begins_at, later.id) > (k.begins_at, k.id))`.execute(db)
}
