import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/**
 * `held`: the students' cash that a school holds, and what it owes on overdue bills, confirmed or not. `cap`: how much of both
 * its contract of today allows; 0 without one. In fen.
 */
export async function readTill(db: Db, school: number): Promise<{ held: number; cap: number }> {
  const { rows } = await sql<{ held: number; cap: number }>`
    select (
        coalesce((select amount from account_sum where account = 'custody' and school_id = ${school} and channel = ''), 0)
        + (select coalesce(sum(paid - net), 0) from bill
          where school_id = ${school} and net < 0 and due_on < business_day(now()))
      )::bigint as held,
      coalesce((select offline_cap from contract
        where school_id = ${school} and voided_at is null and business_day(now()) between starts_on and ends_on
      ), 0)::bigint as cap`.execute(db)
  return rows[0] ?? { held: 0, cap: 0 }
}

/** Whether the same contract, or none, covers a school on a day and today, and the day's month is still open. */
export async function isOpenDay(db: Db, school: number, day: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select not exists (
      select from contract where school_id = ${school} and voided_at is null
        and (${day}::date between starts_on and ends_on) <> (business_day(now()) between starts_on and ends_on)
    ) and not exists (
      select from bill where school_id = ${school} and month >= date_trunc('month', ${day}::date)
    ) as open`.execute(db)
  return rows[0]?.open ?? false
}
