import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { Journal } from './ledger.rules.ts'

/**
 * Posts the journals of a change, once, as the last of its writes: one insert of all journals and of all entries. The
 * ledger's trigger refuses what is off, moves the purses and the sums of the accounts.
 */
export async function post(db: Db, journals: readonly Journal[]): Promise<void> {
  const moved = journals
    .map(journal => ({ ...journal, entries: journal.entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0)
  if (moved.length === 0) return
  const entries = moved.flatMap(({ eventKey, entries }) =>
    entries.map((entry, index) => ({ ...entry, event_key: eventKey, line: index + 1 })),
  )
  await sql`
    with made as (
      insert into journal (kind, event_key, day, source, reverses_id)
      select given.kind, given.event_key, business_day(now()), given.source, earlier.id
      from unnest(${moved.map(({ kind }) => kind)}::text[], ${moved.map(({ eventKey }) => eventKey)}::text[],
        ${moved.map(({ source }) => source)}::text[], ${moved.map(({ reverses }) => reverses ?? null)}::text[]
      ) with ordinality given (kind, event_key, source, reverses, place)
      left join journal earlier on earlier.event_key = given.reverses
      order by given.place
      returning id, event_key
    )
    insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, unit, amount)
    select made.id, e.line, e.account, e.school_id, e.student_id, e.channel, e.unit, e.amount
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (event_key text, line integer, account text,
      school_id bigint, student_id bigint, channel text, unit text, amount bigint)
    join made on made.event_key = e.event_key`.execute(db)
}

/** What a school holds of cash that belongs to students, in fen; after a posting, as that left it. */
export async function custodyOf(db: Db, school: number): Promise<number> {
  const row = await db
    .selectFrom('account_sum')
    .select('amount')
    .where('account', '=', 'custody')
    .where('school_id', '=', school)
    .where('channel', '=', '')
    .executeTakeFirst()
  return row?.amount ?? 0
}

/**
 * What a school may hold of it: by its contract in force today, none without one. One bill's debts come on top once
 * there are bills.
 */
export async function offlineCapOf(db: Db, school: number): Promise<number> {
  const row = await db
    .selectFrom('contract')
    .select('offline_cap as cap')
    .where('school_id', '=', school)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`business_day(now()) between starts_on and ends_on`)
    .executeTakeFirst()
  return row?.cap ?? 0
}

/** Whether the same contract, or none, covers a school on a day and today. */
export async function isSameContract(db: Db, school: number, day: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select not exists (
      select from contract where school_id = ${school} and voided_at is null
        and (${day}::date between starts_on and ends_on) <> (business_day(now()) between starts_on and ends_on)
    ) as same`.execute(db)
  return rows[0]?.same ?? true
}
