import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Journal } from './journal.rules.ts'

/** One insert of all journals and of all their entries; the trigger on these moves the purses and the sums of the accounts. */
export async function insertJournals(db: Db, journals: readonly Journal[]): Promise<void> {
  const entries = journals.flatMap(({ eventKey, entries }) =>
    entries.map((entry, index) => ({ ...entry, event_key: eventKey, line: index + 1 })),
  )
  await sql`
    with made as (
      insert into journal (kind, event_key, day, source, reverses_id, created_at)
      select given.kind, given.event_key, coalesce(given.day, business_day(now())), given.source, earlier.id,
        coalesce(given.at, now())
      from unnest(${journals.map(({ kind }) => kind)}::text[], ${journals.map(({ eventKey }) => eventKey)}::text[],
        ${journals.map(({ day }) => day ?? null)}::date[], ${journals.map(({ source }) => source)}::text[],
        ${journals.map(({ reverses }) => reverses ?? null)}::text[],
        ${journals.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[]
      ) with ordinality given (kind, event_key, day, source, reverses, at, place)
      left join journal earlier on earlier.event_key = given.reverses
      order by given.place
      returning id, event_key
    )
    insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, bill_id, unit, amount)
    select made.id, e.line, e.account, e.school_id, e.student_id, e.channel, e.bill_id, e.unit, e.amount
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (event_key text, line integer, account text,
      school_id bigint, student_id bigint, channel text, bill_id bigint, unit text, amount bigint)
    join made on made.event_key = e.event_key`.execute(db)
}
