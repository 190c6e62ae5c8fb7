import type { Services } from '../../../platform/module.ts'
import type { PayChannel, PaymentGateway } from '../../../platform/payments/gateway.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { closeUnpaid } from '../orders/online.service.ts'
import { noteAccepted, type RefundOutcome, settleRefund } from '../orders/refundOutcome.service.ts'
import { problemOf } from './code.service.ts'
import { takePayment } from './notice.service.ts'
import * as queries from './queries.ts'

/** Longer than the longest question takes, with what is written after it. */
const leaseSeconds = 120
const atOnce = 10
/** When an order is asked about, in minutes after it was made; it cannot be paid after the last. */
const paymentMinutes = [1, 5, 15, 30]
/** What could not be asked is asked again so soon; refunds under way are, ever less often. Seconds. */
const firstWaitSeconds = 60
const longestWaitSeconds = 6 * 3_600

/**
 * Asks the channels what is due: orders that wait, codes to be closed, refunds. Any number of processes may: each takes
 * requests that no other has, and what a process leaves behind is taken when its lease is over.
 */
export async function workRequests(
  services: Services,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { db, payments } = services
  const channels = (['wechat', 'alipay'] as const).filter(name => payments.gateway(name) !== undefined)
  if (channels.length === 0) return
  while (!isStopping()) {
    const claimed = await queries.claim(db, { most: atOnce, leaseSeconds, channels })
    if (claimed.length === 0) return
    await Promise.all(claimed.map(request => work(services, request)))
  }
}

async function work(services: Services, request: queries.Request): Promise<void> {
  try {
    if (request.kind === 'payment') await askPayment(services, request)
    else await askRefund(services, request)
  } catch (error) {
    const problem = problemOf(error)
    services.log.warn({ request: request.id, problem }, 'a payment channel could not be asked')
    await queries.retryLater(services.db, request.id, { seconds: waitOf(request.attempts), problem })
  }
}

const waitOf = (attempts: number) => Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds)

function gatewayOf({ payments }: Services, channel: PayChannel): PaymentGateway {
  const gateway = payments.gateway(channel)
  if (gateway === undefined) throw new Error(`${channel} is not configured`)
  return gateway
}

async function askPayment(services: Services, { id }: queries.Request): Promise<void> {
  const { db, payments } = services
  const order = await queries.paymentOf(db, id)
  const over = order.expired || order.state === 'closed'
  if (payments.simulated !== order.simulated) {
    // Its channel is no more, and with it whoever could have paid.
    return over ? end(services, id, order.orderId) : later(db, id, order.createdAt)
  }
  if (order.state !== 'waiting' && order.state !== 'closed') return queries.finish(db, id)
  const gateway = gatewayOf(services, order.channel)
  const answer = await gateway.query(order.no)
  if (answer.state === 'paid') {
    // Where the amount is another, people decide: it is paid once, and there is no more to ask.
    await takePayment(services, order.channel, `query:${order.no}`, answer.payment)
    return queries.finish(db, id)
  }
  if (!over) return later(db, id, order.createdAt)
  if (answer.state === 'waiting' && !(await gateway.close(order.no)))
    // Paid at the last moment: the next question says so.
    return queries.retryLater(db, id, { seconds: 1, problem: null })
  await end(services, id, order.orderId)
}

/** Nobody can pay it any more. */
async function end(services: Services, requestId: number, orderId: number): Promise<void> {
  await transact(services.db, async db => {
    await closeUnpaid(services, db, orderId)
    await queries.finish(db, requestId)
  })
}

/** The next time of those at which an order is asked about. */
async function later(db: Db, id: number, createdAt: Date): Promise<void> {
  const passed = (Date.now() - createdAt.getTime()) / 60_000
  const next = paymentMinutes.find(minute => minute > passed) ?? passed + 1
  await queries.retryLater(db, id, { seconds: (next - passed) * 60, problem: null })
}

async function askRefund(services: Services, { id, attempts }: queries.Request): Promise<void> {
  const { db, payments } = services
  const refund = await queries.refundOf(db, id)
  if (!refund.open) return queries.finish(db, id)
  if (payments.simulated !== refund.simulated) throw new Error('its channel is not configured')
  const gateway = gatewayOf(services, refund.channel)
  // Asked for under the same number until the channel knows it; then only what became of it.
  const known = attempts === 1 ? undefined : await gateway.queryRefund(refund)
  const answer = known === undefined || known.state === 'unknown' ? await gateway.refund(refund) : known
  // Refused: an earlier try may have succeeded, so what became of it is asked first.
  const word = answer.state === 'failed' ? await gateway.queryRefund(refund) : answer
  switch (word.state) {
    case 'success':
      return settle(services, id, refund.refundId, { state: 'success', at: word.at ?? new Date() })
    case 'closed':
    case 'abnormal':
    case 'unknown':
      return settle(services, id, refund.refundId, { state: word.state, detail: answer.detail ?? null })
    default:
      await noteAccepted(db, refund.refundId)
      await queries.retryLater(db, id, { seconds: waitOf(attempts), problem: null })
  }
}

async function settle(
  services: Services,
  requestId: number,
  refundId: number,
  outcome: RefundOutcome,
): Promise<void> {
  await transact(services.db, async db => {
    await settleRefund(services, db, refundId, outcome)
    await queries.finish(db, requestId)
  })
}
