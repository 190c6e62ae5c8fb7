import type { Posting } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What was posted of these events, the first before the others. */
export const postingsOf = (db: Db, scope: Scope, events: readonly string[]) =>
  postings(db, scope, sql<SqlBool>`j.event_key = any(${events}::text[])`, null)

/** What was posted to a bill. */
export const postingsOfBill = (db: Db, scope: Scope, bill: number) =>
  postings(
    db,
    scope,
    sql<SqlBool>`j.id in (select journal_id from ledger_entry where bill_id = ${bill})`,
    bill,
  )

async function postings(
  db: Db,
  scope: Scope,
  where: RawBuilder<SqlBool>,
  bill: number | null,
): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select j.id as "journalId", j.kind, coalesce(p.no, j.source) as no, j.day,
      json_agg(json_build_object('line', e.line, 'account', e.account, 'studentName', s.name, 'schoolName', o.name,
        'channel', e.channel, 'otherBillNo', other.no, 'unit', e.unit, 'amount', e.amount) order by e.line) as entries
    from journal j
    join ledger_entry e on e.journal_id = j.id
    left join student s on s.id = e.student_id
    -- the student may have gone to a school that the reader does not see
    left join organisation o on o.id = e.school_id and ${scoped(scope, sql.ref('o.id'))}
    left join bill other on other.id = e.bill_id and other.id <> ${bill}
    left join bill_payment p on p.id = case
      when j.kind in ('receipt', 'payout', 'paymentVoid', 'offset', 'offsetVoid') then split_part(j.event_key, ':', 2)::bigint
    end
    where ${where} group by j.id, p.no order by j.id`.execute(db)
  return rows
}
