import { errors, formatFen, type orders, type ParsedOf, refundKinds, refuse } from '@drivesim/contract'
import type { ApprovalPart, AskedFor, RequestEnding } from '../../../platform/approvalPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { endRequest, waitingRefund } from '../approvals/request.service.ts'
import { refundMinutes } from './course.queries.ts'
import { sayOrders } from './live.service.ts'
import * as queries from './refund.queries.ts'
import * as refunds from './refund.service.ts'
import { groundsOf } from './refundGrounds.queries.ts'
import { line, refundGrounds } from './refundGrounds.rules.ts'
import { payeesOf, refundsOf } from './refundList.queries.ts'

/** A second person approves or rejects a waiting refund. */
export async function decideRefund(
  services: Services,
  call: SignedInCall,
  { refundId, accept, reason }: ParsedOf<typeof orders.decideRefund>,
) {
  requirePlatform(call.scope, '退款审批')
  const how = { outcome: accept ? 'approved' : 'rejected', opinion: reason } as const
  // First the state: a refund that does not wait has no request. `endApproval` takes the same locks again.
  await refunds.takeRefund(call, refundId, accept ? 'approve' : 'reject')
  const waiting = await waitingRefund(call.db, refundId)
  if (waiting === undefined) throw refuse(errors.notFound, '审批')
  return endRequest(call, waiting, how, () => endApproval(services, call, waiting, how))
}

/** What the word of a second person, or its asker's that takes it back, makes of a refund. */
async function endApproval(
  services: Pick<Services, 'bus'>,
  call: Pick<SignedInCall, 'db' | 'scope'>,
  { kind, subjectId: refundId }: Pick<AskedFor, 'kind' | 'subjectId'>,
  { outcome }: RequestEnding,
) {
  const { db } = call
  const accept = outcome === 'approved'
  const { row, purse, lot, order } = await refunds.takeRefund(call, refundId, accept ? 'approve' : 'reject')
  const changed = kind === 'refundPayee'
  const accepted = order === null ? ('refunding' as const) : ('refunded' as const)
  // A refused change of payee leaves the refund failed, its money held: the channel may still pay it.
  const rejected = changed ? ('failed' as const) : ('rejected' as const)
  const state = accept ? accepted : rejected
  if (order !== null && row.minutes !== null) {
    const change = accept ? { minutes: 0, cash: row.amount } : { minutes: -row.minutes, cash: 0 }
    await refundMinutes(db, order.id, change)
    await queries.updateRefund(db, refundId, { state })
    if (accept) await refunds.giveBack(services, db, { order, owner: purse }, row)
  } else if (changed) {
    await queries.updateRefund(db, refundId, { state, ...(accept ? { channel: null } : { payee: null }) })
  } else {
    await queries.updateRefund(db, refundId, { state })
    if (!accept && lot !== null) await refunds.returnToStudent(db, row, lot, purse)
  }
  await sayOrders(services, db, refunds.keysOf(row))
  await sayEvent(db, outcome === 'withdrawn' ? 'refund.givenUp' : 'refund.decided', [refundId])
  if (state === 'refunded') await sayEvent(db, 'refund.paid', [refundId])
  return { refundId, amount: row.amount, bonusBack: row.bonusBack, state }
}

/** Refunds as requests show them: money goes back to a student, or elsewhere than was decided. */
export const refundApprovals: ApprovalPart = {
  kinds: ['refund', 'refundPayee'],
  async describe(db, asked) {
    const ids = asked.map(({ subjectId }) => subjectId)
    const rows = await refundsOf(db, ids)
    const payees = await payeesOf(db, ids)
    const grounds = new Map((await groundsOf(db, ids)).map(one => [one.refundId, one]))
    const byId = new Map(rows.map(row => [row.refundId, row]))
    return new Map(
      asked.flatMap(({ id, kind, subjectId }) => {
        const row = byId.get(subjectId)
        if (row === undefined) return []
        const title = `${row.studentName} ${refundKinds[row.kind]} ${formatFen(row.amount)}`
        const whole = payees.get(subjectId)
        const payee = {
          label: '收款人',
          before: kind === 'refund' ? null : '原路退回',
          after: row.payee ?? '',
        }
        const lines = [
          line('退款单', row.no),
          line('订单', row.orderNo),
          ...(whole === undefined ? [] : [{ ...payee, whole: { account: whole, before: payee.before } }]),
          ...refundGrounds(kind, row, grounds.get(subjectId)),
        ]
        return [[id, { title, lines, to: `/orderManage/rechargeOrder?tab=refunds&refundId=${subjectId}` }]]
      }),
    )
  },
  end: endApproval,
}
