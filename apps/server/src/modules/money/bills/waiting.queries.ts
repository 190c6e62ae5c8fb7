import type { BillRow, BillState, billEventKinds, RemarkKind } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { billRows, dues, overdue } from './bill.queries.ts'

// What of the bills waits for somebody, as 首页 says it.

/** Bills `b` that wait for something, and since when. */
export interface Waiting {
  readonly which: RawBuilder<SqlBool>
  readonly since: RawBuilder<Date | null>
}

/** How many bills of the scope wait for something, and since when the oldest does. */
export async function countBills(db: Db, scope: Scope, { which, since }: Waiting) {
  return db
    .selectFrom('bill as b')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(${since})`.as('oldestAt')])
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(which)
    .executeTakeFirstOrThrow()
}

/** Counted from what led to this state, not from the issue. */
const sinceLast = (...kinds: readonly (keyof typeof billEventKinds)[]) => sql<Date | null>`(
  select max(e.at) from bill_event e where e.bill_id = b.id and e.kind in (${sql.join(kinds)}))`
const sinceLastRemark = (...kinds: readonly RemarkKind[]) => sql<Date | null>`(
  select max(r.at) from bill_remark r where r.bill_id = b.id and r.kind in (${sql.join(kinds)}))`
/** Overdue from the day after the due day, as in 账龄. */
const lateSince = beginningOf(sql.ref('b.due_on'), 1)

/** What home counts of bills. */
export const waitingBills = {
  toCheck: {
    which: sql<SqlBool>`b.state = 'toCheck'`,
    since: sql`greatest(${sinceLast('issued')}, ${sinceLastRemark('answer', 'withdrawal')})`,
  },
  disputed: { which: sql<SqlBool>`b.state = 'disputed'`, since: sinceLastRemark('objection') },
  checked: { which: sql<SqlBool>`b.state = 'checked'`, since: sinceLast('confirmed') },
  overdueOfPlatform: { which: sql<SqlBool>`(${overdue} and b.net > 0)`, since: lateSince },
  overdueOfSchool: { which: sql<SqlBool>`(${overdue} and b.net < 0)`, since: lateSince },
} satisfies Record<string, Waiting>

/** What is open of the bills in the scope: how many in which state, and what is left to be paid in each direction. Fen. */
export function openBills(db: Db, scope: Scope) {
  const inState = (state: BillState) => sql<number>`count(*) filter (where b.state = ${state})`
  const left = (amount: RawBuilder<unknown>) => sql<number>`coalesce(sum(greatest(${amount}, 0)), 0)::bigint`
  return db
    .selectFrom('bill as b')
    .select([
      inState('toCheck').as('toCheck'),
      inState('disputed').as('disputed'),
      inState('checked').as('checked'),
      left(sql`b.net - b.paid`).as('leftToSchools'),
      left(sql`b.paid - b.net`).as('leftBySchools'),
    ])
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(dues.open)
    .executeTakeFirstOrThrow()
}

/** The first of them: what is disputed, what is overdue, then what is due next. */
export const openFirst = (db: Db, scope: Scope, most: number): Promise<BillRow[]> =>
  billRows(db)
    .where(scoped(scope, sql.ref('b.school_id')))
    .where(dues.open)
    .orderBy(sql`b.state = 'disputed' desc, ${overdue} desc, b.due_on, b.id`)
    .limit(most)
    .execute()
