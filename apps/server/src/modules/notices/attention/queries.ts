import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface NewRow {
  readonly subject: string
  readonly type: string
  readonly key: string
  readonly organ_id: number | null
  readonly member_id: number | null
  readonly codes: readonly string[] | null
  readonly own_people: boolean
  /** Null: now. */
  readonly begins_at: Date | null
  /** Null: without an end. */
  readonly minutes: number | null
}

/** Opens rows; one that is open already stays as it is. */
export async function insertRows(db: Db, rows: readonly NewRow[]): Promise<void> {
  await sql`
    insert into attention (subject, type, key, organ_id, member_id, codes, own_people, begins_at, ends_at)
    select subject, type, key, organ_id, member_id, codes, own_people, coalesce(begins_at, now()),
      coalesce(begins_at, now()) + make_interval(mins => minutes)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as
      x (subject text, type text, key text, organ_id bigint, member_id bigint, codes text[], own_people boolean,
        begins_at timestamptz, minutes int)
    order by subject, key, organ_id, member_id, codes
    on conflict (subject, key, organ_id, member_id, codes) where ends_at is null do nothing`.execute(db)
}

/** Ends the open rows of these subjects, of one key each or (null) of all. @returns how many were open */
export async function endRows(
  db: Db,
  which: readonly { subject: string; key: string | null }[],
): Promise<number> {
  const subjects = which.map(({ subject }) => subject)
  const { numAffectedRows } = await sql`
    with ending as materialized (
      select a.id
      from attention a
      where a.ends_at is null and a.subject = any(${subjects}::text[]) and exists (
        select from unnest(${subjects}::text[], ${which.map(({ key }) => key)}::text[]) x (subject, key)
        where x.subject = a.subject and (x.key is null or x.key = a.key)
      )
      order by a.id
      for update of a
    )
    -- one that was to begin later never began
    update attention a set ends_at = greatest(now(), a.begins_at) from ending where a.id = ending.id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Deletes what ended before. */
export async function purgeRows(db: Db, days: number): Promise<void> {
  await sql`delete from attention where ends_at < now() - make_interval(days => ${days}::int)`.execute(db)
}
