import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

/** Somebody of a school; null where nobody is. */
export async function staffOf(db: Db, school: number): Promise<number | null> {
  const row = await db
    .selectFrom('member')
    .select('id')
    .where('organ_id', '=', school)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The days on which the events of a bill of the demo took place, in their order: at eleven, and the bill with the first. */
export async function dateSeeded(db: Db, bill: number, days: readonly string[]): Promise<void> {
  await sql`
    update bill_event e set at = (d.day + time '11:00') at time zone 'Asia/Shanghai'
    from (select id, row_number() over (order by id) as place from bill_event where bill_id = ${bill}) own
    join unnest(${[...days]}::date[]) with ordinality d (day, place) on d.place = own.place
    where e.id = own.id`.execute(db)
  await sql`update bill set created_at = (issued_on + time '00:10') at time zone 'Asia/Shanghai' where id = ${bill}`.execute(
    db,
  )
}
