import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What somebody has read today (Shanghai). */
export interface ReadToday {
  readonly rows: number
  /** They said why they read so much. */
  readonly isExplained: boolean
}

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

export async function readToday(db: Db, memberId: number): Promise<ReadToday> {
  const { rows } = await sql<ReadToday>`
    select rows, reason is not null as "isExplained" from personal_reading
    where member_id = ${memberId} and day = ${today}`.execute(db)
  return rows[0] ?? { rows: 0, isExplained: false }
}

/** @returns what there is with these */
export async function addReadings(db: Db, memberId: number, count: number): Promise<ReadToday> {
  const { rows } = await sql<ReadToday>`
    insert into personal_reading as p (member_id, day, rows) select id, ${today}, ${count} from member where id = ${memberId}
    on conflict (member_id, day) do update set rows = p.rows + excluded.rows
    returning rows, reason is not null as "isExplained"`.execute(db)
  return rows[0] ?? { rows: count, isExplained: false }
}

export async function explainReadings(db: Db, memberId: number, reason: string): Promise<void> {
  await sql`
    insert into personal_reading (member_id, day, rows, reason) values (${memberId}, ${today}, 0, ${reason})
    on conflict (member_id, day) do update set reason = excluded.reason`.execute(db)
}

export async function forgetReadings(db: Db): Promise<void> {
  await sql`delete from personal_reading where day < ${today} - 7`.execute(db)
}
