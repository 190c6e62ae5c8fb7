import type { Services } from '../../../platform/module.ts'
import {
  NoticeError,
  type NoticeProblem,
  type PayChannel,
  type Payment,
  type RawNotice,
} from '../../../platform/payments/gateway.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { confirmPaid, type PaymentOutcome } from '../orders/online.service.ts'
import * as queries from './queries.ts'

/**
 * Takes a channel's word on a payment, once however often and from wherever it comes: whoever comes second waits for
 * the first, and changes nothing.
 */
export async function takePayment(
  services: Services,
  channel: PayChannel,
  eventId: string,
  payment: Payment,
): Promise<PaymentOutcome> {
  return transact(services.db, db => takePaymentWithin(services, db, { channel, eventId }, payment))
}

/** The same as part of a transaction. */
export async function takePaymentWithin(
  services: Services,
  db: Db,
  { channel, eventId }: { readonly channel: PayChannel; readonly eventId: string },
  payment: Payment,
): Promise<PaymentOutcome> {
  const event = await queries.insertEvent(db, channel, eventId, payment)
  if (event === undefined) return 'repeated'
  const outcome = await confirmPaid(services, db, channel, payment)
  await queries.judgeEvent(db, event, outcome)
  if (outcome === 'paid' || outcome === 'repeated') await queries.finishPayment(db, payment.no)
  else if (outcome === 'implausible') await queries.askSoon(db, { orderNo: payment.no })
  if (outcome !== 'paid' && outcome !== 'repeated')
    services.log.warn({ channel, order: payment.no, outcome }, 'a payment does not fit an order')
  return outcome
}

/** What became of a notice, for the answer and the metrics. */
type NoticeOutcome = PaymentOutcome | NoticeProblem | 'other'

/** Takes a notice of a channel. A forged one is counted, and leaves nothing behind. */
export async function takeNotice(
  services: Services,
  channel: PayChannel,
  raw: RawNotice,
): Promise<NoticeOutcome> {
  const outcome = await outcomeOf(services, channel, raw)
  services.metrics.payNotices.inc({ channel, outcome })
  return outcome
}

async function outcomeOf(services: Services, channel: PayChannel, raw: RawNotice): Promise<NoticeOutcome> {
  const gateway = services.payments.gateway(channel)
  if (gateway === undefined) return 'foreign'
  try {
    const { eventId, payment, ...about } = gateway.readNotice(raw)
    if (payment !== undefined) return await takePayment(services, channel, eventId, payment)
    // Of something else: what it is about is asked, not believed.
    await queries.askSoon(services.db, about)
    return 'other'
  } catch (error) {
    if (error instanceof NoticeError) return error.problem
    throw error
  }
}
