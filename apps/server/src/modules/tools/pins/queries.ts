import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A record that a person pinned. */
export interface PinnedRecord {
  readonly kind: string
  readonly recordId: number
}

/** What a person keeps at hand: pages in their order, records with the last pinned first. */
export async function readPins(
  db: Db,
  memberId: number,
): Promise<{ screens: string[]; records: PinnedRecord[] }> {
  const rows = await db
    .selectFrom('pin')
    .select(['kind', 'screen', 'record_id as recordId'])
    .where('member_id', '=', memberId)
    .orderBy('position')
    .orderBy('id', 'desc')
    .execute()
  return {
    screens: rows.flatMap(({ screen }) => screen ?? []),
    records: rows.flatMap(({ kind, recordId }) => (recordId === null ? [] : { kind, recordId })),
  }
}

/** Until the transaction ends nobody else changes what this person keeps. */
export async function lockPins(db: Db, memberId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pins of a person'), ${memberId}::integer)`.execute(db)
}

export async function writeScreens(db: Db, memberId: number, screens: readonly string[]): Promise<void> {
  await db.deleteFrom('pin').where('member_id', '=', memberId).where('kind', '=', 'screen').execute()
  if (screens.length === 0) return
  await sql`
    insert into pin (member_id, kind, screen, position)
    select ${memberId}, 'screen', s.name, s.place
    from unnest(${[...screens]}::text[]) with ordinality s (name, place)`.execute(db)
}

export async function countRecords(db: Db, memberId: number): Promise<number> {
  const { count } = await db
    .selectFrom('pin')
    .select(sql<number>`count(*)`.as('count'))
    .where('member_id', '=', memberId)
    .where('record_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertRecord(
  db: Db,
  memberId: number,
  { kind, recordId }: PinnedRecord,
): Promise<void> {
  await db
    .insertInto('pin')
    .values({ member_id: memberId, kind, record_id: recordId })
    .onConflict(conflict => conflict.constraint('pin_once').doNothing())
    .execute()
}

export async function deleteRecord(
  db: Db,
  memberId: number,
  { kind, recordId }: PinnedRecord,
): Promise<void> {
  await db
    .deleteFrom('pin')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute()
}
