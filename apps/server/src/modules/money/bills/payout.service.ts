import {
  approvalDays,
  type bills,
  errors,
  formatFen,
  maskAccountsIn,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { ApprovalPart } from '../../../platform/approvalPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { ask, dropWaiting, waitingRequests } from '../approvals/request.service.ts'
import * as queries from './payout.queries.ts'
import { bill, requireKeeper } from './service.ts'

type Item = ParsedOf<typeof bills.requestPayment>['items'][number]

/**
 * Asks for payments of bills, one request for all of them; each goes to the account in force.
 * @throws Refusal platformOnly, notFound, billNot, requestedTwice
 */
export async function requestPayment(
  call: SignedInCall,
  { items, reason }: ParsedOf<typeof bills.requestPayment>,
): Promise<{ approvalId: number }> {
  requireKeeper(call.scope)
  const taken = await takeItems(call, items, null)
  const schools = new Set(taken.map(({ schoolId }) => schoolId))
  const [first] = taken
  const approvalId = await ask(call, {
    kind: 'payment',
    subjectId: first?.billId ?? 0,
    schoolId: schools.size === 1 ? (first?.schoolId ?? null) : null,
    amount: taken.reduce((sum, { amount }) => sum + amount, 0),
    reason,
    days: approvalDays,
  })
  await queries.insertRequests(call.db, approvalId, taken)
  return { approvalId }
}

/**
 * Asks for what is left of one bill and not asked for yet.
 * @throws Refusal platformOnly, notFound, billNot, allRequested
 */
export async function requestRest(
  call: SignedInCall,
  billId: number,
  reason: string | null,
): Promise<{ approvalId: number }> {
  const { no, net, paid } = await bill.take(call, billId, { action: 'pay' })
  const amount = Math.abs(net - paid) - (await queries.requestedOf(call.db, billId))
  if (amount <= 0) throw refuse(errors.allRequested, no)
  return requestPayment(call, { items: [{ billId, amount }], reason })
}

/** The bills, locked by their ids, each open to the payment beside what others ask for. @throws Refusal notFound, billNot, requestedTwice */
async function takeItems(call: SignedInCall, items: readonly Item[], except: number | null) {
  const taken = []
  for (const { billId, amount } of [...items].sort((one, other) => one.billId - other.billId)) {
    const { no, net, paid, schoolId, account } = await bill.take(call, billId, { action: 'pay' })
    const left = Math.abs(net - paid) - (await queries.requestedOf(call.db, billId, except))
    if (amount > left) throw refuse(errors.requestedTwice, no, formatFen(Math.max(0, left)))
    taken.push({ billId, no, amount, schoolId, account })
  }
  return taken
}

const shownAccount = (account: string | null) =>
  account === null ? '合同没有收款账户' : maskAccountsIn(account)
const wholeAccount = (account: string | null) =>
  account === null ? {} : { whole: { account, before: null } }

/** What was asked for is paid once another person agreed, to the account that they saw. */
export const paymentApprovals: ApprovalPart = {
  kinds: ['payment'],
  async describe(db, requests) {
    const items = await queries.describedItems(
      db,
      requests.map(({ id }) => id),
    )
    return new Map(
      requests.map(({ id, amount }) => {
        const own = items.filter(({ approvalId }) => approvalId === id)
        const schools = [...new Set(own.map(({ school }) => school))]
        const whom = schools.length === 1 ? (schools[0] ?? '') : `${schools.length} 所驾校`
        const lines = own.map(({ no, school, amount, account }) => ({
          label: `${no} ${school}`,
          before: null,
          after: `${formatFen(amount)}，${shownAccount(account)}`,
          ...wholeAccount(account),
        }))
        const [only] = own
        const to = only !== undefined && own.length === 1 ? `/finacial/statement?billId=${only.billId}` : null
        return [id, { title: `向${whom}付款 ${formatFen(amount ?? 0)}`, lines, to }]
      }),
    )
  },
  async end(_to, call, { id }, { outcome }) {
    if (outcome !== 'approved') return
    const items = await queries.itemsOf(call.db, id)
    const taken = await takeItems(call, items, id)
    for (const [index, { no, account }] of taken.entries())
      if (account !== items[index]?.account) throw refuse(errors.requestStale, no)
  },
}

/** A payment that is taken back is asked about no more. */
export async function dropUnasked(call: SignedInCall, paymentId: number, reason: string): Promise<void> {
  await dropWaiting(call, await waitingRequests(call.db, ['unasked'], paymentId), `付款已作废：${reason}`)
}

/** 追认: that it was right, or not; the payment itself stands until somebody takes it back. */
export const unaskedApprovals: ApprovalPart = {
  kinds: ['unasked'],
  async describe(db, requests) {
    const rows = await queries.unaskedPayments(
      db,
      requests.map(({ subjectId }) => subjectId),
    )
    const payments = new Map(rows.map(row => [row.id, row]))
    return new Map(
      requests.flatMap(({ id, subjectId }) => {
        const row = payments.get(subjectId)
        if (row === undefined) return []
        const lines = [
          { label: '付款单', before: null, after: `${row.no}，${row.paidOn} 付出` },
          { label: '账单', before: null, after: row.billNo },
          { label: '收款账户', before: null, after: shownAccount(row.account), ...wholeAccount(row.account) },
        ]
        const title = `追认向${row.school}付款 ${formatFen(row.amount)}`
        return [[id, { title, lines, to: `/finacial/statement?billId=${row.billId}` }]]
      }),
    )
  },
  async end(_to, { db, scope }, { subjectId }, { outcome }) {
    if (outcome === 'withdrawn') throw refuse(errors.unaskedStays)
    if ((await queries.findValid(db, scope, subjectId)) === undefined) throw refuse(errors.notFound, '付款单')
  },
}

/**
 * The approved request by which a payment is made, if it is. The bank's result is proof enough; but for that, what is in a file for
 * the bank is not registered by hand.
 * @throws Refusal requestNot, requestInFile, slipMissing
 */
export async function requestFor(
  db: Db,
  payment: {
    billId: number
    amount: number
    method: string
    voucherId?: number | undefined
    requestId?: number | undefined
    byBank: boolean
  },
) {
  const request = await queries.approvedRequest(db, { ...payment, requestId: payment.requestId })
  if (request === undefined && payment.requestId !== undefined) throw refuse(errors.requestNot)
  if (request === undefined || payment.byBank) return request
  const file = await queries.openFileOf(db, request.requestId)
  if (file !== undefined) throw refuse(errors.requestInFile, file.no)
  if (payment.method === 'bankTransfer' && payment.voucherId === undefined) throw refuse(errors.slipMissing)
  return request
}
