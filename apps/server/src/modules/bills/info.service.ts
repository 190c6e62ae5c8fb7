import { type bills, errors, type ParsedOf, refuse } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { unaskedLeft } from '../finance/payoutLimit.service.ts'
import { postingsOfBill } from '../orders/service.ts'
import { findBill } from './bill.queries.ts'
import { adjustmentsOf, sumByPoint } from './items.queries.ts'
import { paymentsOf } from './payment.queries.ts'
import { openRequests } from './payout.queries.ts'
import { eventsOf, itemsOfLine, linesOf, statementOf } from './statement.queries.ts'
import { threadOf } from './thread.service.ts'

/** A statement with all that it shows. @throws Refusal notFound */
export async function billInfo(db: Db, scope: Scope, id: number) {
  const row = await findBill(db, scope, id)
  if (row === undefined) throw refuse(errors.notFound, '账单')
  const of = { bill: id }
  return {
    ...row,
    ...(await statementOf(db, id)),
    lines: await linesOf(db, id),
    points: await sumByPoint(db, of),
    adjustments: await adjustmentsOf(db, of),
    events: await eventsOf(db, id),
    thread: await threadOf(db, row),
    payments: await paymentsOf(db, id),
    ...(scope.organisations === null
      ? { requests: await openRequests(db, id), unaskedLeft: await unaskedLeft(db, row.schoolId) }
      : { requests: [], unaskedLeft: null }),
    postings: await postingsOfBill(db, scope, id),
  }
}

/** What stands in a line of a bill in the scope. @throws Refusal notFound */
export async function billLine(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  { billId, line }: Pick<ParsedOf<typeof bills.billOrders>, 'billId' | 'line'>,
) {
  const bill = await findBill(db, scope, billId)
  if (bill === undefined) throw refuse(errors.notFound, '账单')
  const items = await itemsOfLine(db, billId, line)
  if (items === undefined) throw refuse(errors.notFound, '对账单的行')
  return { bill, items }
}
