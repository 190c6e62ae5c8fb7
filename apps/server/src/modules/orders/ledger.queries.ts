import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { Journal } from './ledger.rules.ts'

/**
 * Posts the journals of a change, once, as the last of its writes: one insert of all journals and of all entries. The
 * ledger's trigger refuses what is off, moves the purses and the sums of the accounts.
 * @param day of posting, where that is not today: the demo's past
 */
export async function post(db: Db, journals: readonly Journal[], day: string | null = null): Promise<void> {
  const posting = posted(journals, day)
  if (posting !== null) await sql`with ${posting} select`.execute(db)
}

/** The same for a `with`, so that what follows is in the same statement; null: nothing moves. */
export function posted(journals: readonly Journal[], day: string | null = null): RawBuilder<unknown> | null {
  const moved = journals
    .map(journal => ({ ...journal, entries: journal.entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0)
  if (moved.length === 0) return null
  const entries = moved.flatMap(({ eventKey, entries }) =>
    entries.map((entry, index) => ({ ...entry, event_key: eventKey, line: index + 1 })),
  )
  return sql`
    made as (
      insert into journal (kind, event_key, day, source, reverses_id)
      select given.kind, given.event_key, coalesce(${day}::date, business_day(now())), given.source, earlier.id
      from unnest(${moved.map(({ kind }) => kind)}::text[], ${moved.map(({ eventKey }) => eventKey)}::text[],
        ${moved.map(({ source }) => source)}::text[], ${moved.map(({ reverses }) => reverses ?? null)}::text[]
      ) with ordinality given (kind, event_key, source, reverses, place)
      left join journal earlier on earlier.event_key = given.reverses
      order by given.place
      returning id, event_key
    ), posted as (
    insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, bill_id, unit, amount)
    select made.id, e.line, e.account, e.school_id, e.student_id, e.channel, e.bill_id, e.unit, e.amount
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (event_key text, line integer, account text,
      school_id bigint, student_id bigint, channel text, bill_id bigint, unit text, amount bigint)
    join made on made.event_key = e.event_key
    )`
}

/**
 * `held`: the students' cash that a school holds, and what it owes on overdue bills, confirmed or not. `cap`: how much of both
 * its contract of today allows; 0 without one. In fen. They are columns, not a statement of their own: they are selected with
 * whatever follows the posting, since the school's next recharge waits for it.
 */
export const cashHeldBy = (school: number) => sql<{ held: number; cap: number }>`
    (
      coalesce((select amount from account_sum where account = 'custody' and school_id = ${school} and channel = ''), 0)
      + (select coalesce(sum(paid - net), 0) from bill
        where school_id = ${school} and net < 0 and due_on < business_day(now()))
    )::bigint as held,
    coalesce((select offline_cap from contract
      where school_id = ${school} and voided_at is null and business_day(now()) between starts_on and ends_on
    ), 0)::bigint as cap`

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
