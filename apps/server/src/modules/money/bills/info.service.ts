import {
  type BillItem,
  type BillRow,
  type bills,
  errors,
  type Paging,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { List, Reader } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { unaskedLeft } from '../contracts/payoutLimit.service.ts'
import { postingsOfBill } from '../ledger/service.ts'
import { findBill } from './bill.queries.ts'
import { adjustmentsOf, sumByPoint } from './items.queries.ts'
import { paymentsOf } from './payment.queries.ts'
import { openRequests } from './payout.queries.ts'
import {
  eventsOf,
  itemsLike,
  itemsOfLine,
  type LineItems,
  linesOf,
  pageOfLine,
  restOfLine,
  statementOf,
} from './statement.queries.ts'
import { threadOf } from './thread.service.ts'

/** A statement with all that it shows. @throws Refusal notFound */
export async function billInfo(db: Db, scope: Scope, id: number) {
  const row = await requireBill({ db, scope }, id)
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

/** @throws Refusal notFound */
export async function requireBill({ db, scope }: Reader, id: number): Promise<BillRow> {
  const bill = await findBill(db, scope, id)
  if (bill === undefined) throw refuse(errors.notFound, '账单')
  return bill
}

type Line = Omit<ParsedOf<typeof bills.orders>, keyof Paging>

/** What stands in a line of a bill in the scope, the newest first. Reading it @throws Refusal notFound */
export const ordersOfLine: List<Line, BillItem, { amount: number }> = {
  async page(reader, line, paging) {
    const items = await requireLine(reader, line)
    const { total, amount } = items
    return { rows: await pageOfLine(reader.db, items, paging), total, sum: { amount } }
  },
  part: async (reader, line, part) => restOfLine(reader.db, await requireLine(reader, line), part),
}

async function requireLine(reader: Reader, { billId, line, paramValue = '' }: Line): Promise<LineItems> {
  await requireBill(reader, billId)
  const items = await itemsOfLine(reader.db, billId, line)
  if (items === undefined) throw refuse(errors.notFound, '对账单的行')
  return paramValue === '' ? items : itemsLike(reader.db, items, paramValue)
}
