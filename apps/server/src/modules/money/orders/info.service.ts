import { errors, orders, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { secondRefusal, waitingRefund } from '../approvals/request.service.ts'
import { secondPersonRefusal } from '../approvals/secondPerson.service.ts'
import { eventsOf } from '../ledger/order.rules.ts'
import { postingsOf } from '../ledger/service.ts'
import {
  findCourseOrder,
  paidElsewhere,
  readCourseOrderMore,
  sourcesOf,
  trainingsOf,
} from './courseList.queries.ts'
import { findRecharge, readRechargeMore, usedElsewhere, usesOf } from './rechargeList.queries.ts'
import { findPayee, findRefund, refundsOf } from './refundList.queries.ts'

/** 记账: orders are open to everybody, books to those alone who keep them. */
const keptPostings = async ({ db, scope, person }: SignedInCall, events: readonly string[]) =>
  person.codes.has('finance') ? postingsOf(db, scope, events) : null

/** A recharge with all that its money did. @throws Refusal notFound */
export async function rechargeInfo(call: SignedInCall, id: number) {
  const { db, scope } = call
  const order = await findRecharge(db, scope, id)
  if (order === undefined) throw refuse(errors.notFound, '充值订单')
  const { refunds, ...more } = await readRechargeMore(db, id)
  return {
    ...order,
    ...more,
    uses: await usesOf(db, scope, id),
    usedElsewhere: await usedElsewhere(db, scope, id),
    refunds: await refundsOf(db, refunds),
    postings: await keptPostings(call, [...eventsOf('recharge', [id]), ...eventsOf('refund', refunds)]),
  }
}

/** A course order with where its money came from and what used its minutes. @throws Refusal notFound */
export async function courseOrderInfo(call: SignedInCall, id: number) {
  const { db, scope } = call
  const order = await findCourseOrder(db, scope, id)
  if (order === undefined) throw refuse(errors.notFound, '课程订单')
  const { refunds, ...more } = await readCourseOrderMore(db, id)
  return {
    ...order,
    ...more,
    sources: await sourcesOf(db, scope, id),
    paidElsewhere: await paidElsewhere(db, scope, id),
    trainings: await trainingsOf(db, id),
    refunds: await refundsOf(db, refunds),
    postings: await keptPostings(call, [...eventsOf('course', [id]), ...eventsOf('refund', refunds)]),
  }
}

/** Where a refund is to go, in full, for whoever pays it. @throws Refusal platformOnly, notFound, tooManyReveals */
export async function revealPayee(
  call: SignedInCall,
  { refundId, reason }: ParsedOf<typeof orders.revealPayee>,
) {
  requirePlatform(call.scope, '退款转账')
  const found = await findPayee(call.db, call.scope, refundId)
  if (found === undefined) throw refuse(errors.notFound, '退款单')
  await admitReveal(call, { label: orders.revealPayee.change, target: `退款单 ${found.no} 的收款人`, reason })
  return { payee: found.payee }
}

/** A refund, and whether the reader asked for it. @throws Refusal notFound */
export async function refundInfo(call: SignedInCall, id: number) {
  const { db, scope, person } = call
  const row = await findRefund(db, scope, id)
  if (row === undefined) throw refuse(errors.notFound, '退款单')
  const waiting = await waitingRefund(db, id)
  const refusal =
    waiting === undefined
      ? await secondPersonRefusal(db, person, { askedBy: [row.clerkId], code: 'finance:edit', what: '退款' })
      : await secondRefusal(db, person, waiting)
  return {
    ...row,
    notDecided: refusal?.message ?? null,
    ownApprovalId: waiting?.askedBy === person.id ? waiting.id : null,
    postings: await keptPostings(call, eventsOf('refund', [id])),
  }
}
