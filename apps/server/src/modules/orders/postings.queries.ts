import type { Posting } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

/** What the events of an order or refund are called in the ledger, before their ids. */
const keysOf = {
  recharge: ['recharge', 'reversal'],
  course: ['course'],
  refund: ['courseRefund', 'hold', 'rejected', 'paid'],
} as const

/** What was posted of an order or refund, the first before the others. */
export function postingsOf(db: Db, what: keyof typeof keysOf, id: number): Promise<Posting[]> {
  const keys = keysOf[what].map(key => `${key}:${id}`)
  return postings(db, sql<SqlBool>`j.event_key = any(${keys}::text[])`)
}

/** What was posted to a bill. */
export const postingsOfBill = (db: Db, bill: number) =>
  postings(db, sql<SqlBool>`j.id in (select journal_id from ledger_entry where bill_id = ${bill})`)

async function postings(db: Db, where: RawBuilder<SqlBool>): Promise<Posting[]> {
  const { rows } = await sql<Omit<Posting, 'at'> & { at: Date }>`
    select j.id as "journalId", j.kind, j.day, j.created_at as at,
      json_agg(json_build_object('line', e.line, 'account', e.account, 'studentName', s.name, 'schoolName', o.name,
        'channel', e.channel, 'unit', e.unit, 'amount', e.amount) order by e.line) as entries
    from journal j
    join ledger_entry e on e.journal_id = j.id
    left join student s on s.id = e.student_id
    left join organisation o on o.id = e.school_id
    where ${where} group by j.id order by j.id`.execute(db)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
