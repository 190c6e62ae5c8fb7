import type { BillEvent, BillState } from '@drivesim/contract'
import { dayStart } from '@drivesim/contract/businessDay'
import { sql } from 'kysely'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Somebody of each school, where there is anybody. */
export async function staffOf(db: Db, schools: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('member')
    .select(['organ_id as school', sql<number>`min(id)`.as('member')])
    .where('organ_id', 'in', [...schools])
    .groupBy('organ_id')
    .execute()
  return new Map(rows.map(({ school, member }) => [school, member]))
}

/** How far bills came that were to be checked after their closing. */
export async function writeStates(
  db: Db,
  bills: readonly { readonly id: number; readonly state: BillState; readonly paid: number }[],
): Promise<void> {
  await sql`
    update bill b set state = x.state, paid = x.paid,
      confirmed_how = case when x.state not in ('toCheck', 'disputed') then 'school' end
    from unnest(${bills.map(({ id }) => id)}::bigint[], ${bills.map(({ state }) => state)}::text[],
      ${bills.map(({ paid }) => paid)}::bigint[]) x (id, state, paid)
    where b.id = x.id and x.state <> 'toCheck'`.execute(db)
}

/** Dates bills in the night of their issue, since when they wait for their schools, and the note of the issue at eleven. */
export async function dateIssues(db: Db): Promise<void> {
  await sql`update bill set created_at = (issued_on + time '00:10') at time zone 'Asia/Shanghai'`.execute(db)
  await sql`
    update bill_event e set at = (b.issued_on + time '11:00') at time zone 'Asia/Shanghai'
    from bill b where b.id = e.bill_id and e.kind = 'issued'`.execute(db)
  await sql`
    update attention a set begins_at = b.created_at
      + case a.key when 'toConfirm3' then interval '3 days' when 'toConfirm7' then interval '7 days' else interval '0' end
    from bill b where a.subject = 'bill:' || b.id and a.key in ('toConfirm', 'toConfirm3', 'toConfirm7')`.execute(
    db,
  )
}

export interface PastEvent {
  readonly billId: number
  readonly kind: BillEvent['kind']
  readonly memberId: number | null
  readonly text: string | null
  readonly day: string
}

/** What happened to bills, each at eleven of its day. */
export async function insertPast(db: Db, events: readonly PastEvent[]): Promise<void> {
  await insertColumns(db, 'bill_event', {
    bill_id: ids(events.map(({ billId }) => billId)),
    at: instants(events.map(({ day }) => dayStart(day) + 11 * 3_600_000)),
    kind: text(events.map(({ kind }) => kind)),
    member_id: ids(events.map(({ memberId }) => memberId)),
    text: text(events.map(({ text }) => text)),
  })
}

export interface PastObjection {
  readonly billId: number
  readonly memberId: number | null
  readonly day: string
}

/** Objections to bills, each at eleven of its day. */
export async function insertObjections(
  db: Db,
  objections: readonly PastObjection[],
  text: string,
): Promise<void> {
  if (objections.length === 0) return
  const rows = objections.map(({ billId, memberId, day }) => ({
    bill_id: billId,
    at: new Date(dayStart(day) + 11 * 3_600_000),
    kind: 'objection',
    by_school: true,
    member_id: memberId,
    text,
  }))
  await db.insertInto('bill_remark').values(rows).execute()
}

/** An objection has waited since it was made; finished reminders of past bills are dropped. */
export async function dateReminders(db: Db): Promise<void> {
  await sql`delete from attention where type = 'bill' and ends_at is not null`.execute(db)
  await sql`
    update attention a set begins_at = r.at
    from bill_remark r where a.subject = 'bill:' || r.bill_id and r.kind = 'objection' and a.key = 'disputed'`.execute(
    db,
  )
}

/** What somebody asked two hours ago to be paid of the last bill that is to be: it waits for another person's word. */
export async function insertWaitingRequest(
  db: Db,
  { until, by }: { until: number; by: number },
): Promise<void> {
  await sql`
    with owed as (
      select id, school_id, net - paid as left, account_of_contract(contract_id) as account
      from bill where state in ('toSettle', 'partlySettled') order by month desc, id limit 1
    ), asked as (
      insert into approval (kind, subject_id, school_id, amount, reason, asked_by, asked_at, ends_at)
      select 'payment', id, school_id, owed.left, '上月账单到期前付清', ${by}::bigint, at, at + interval '30 days'
      from owed, (values (to_timestamp(${until} / 1000.0) - interval '2 hours')) moment (at)
      returning id
    )
    insert into payment_request (approval_id, bill_id, amount, account)
    select asked.id, owed.id, owed.left, owed.account from owed, asked`.execute(db)
}
