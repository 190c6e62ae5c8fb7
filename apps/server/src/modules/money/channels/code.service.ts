import { errors, payChannels, refuse } from '@drivesim/contract'
import QRCode from 'qrcode'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { PayChannel, PaymentGateway } from '../../../platform/payments/gateway.ts'
import { simulatorPath } from './gateways.service.ts'
import { takePayment } from './notice.service.ts'
import * as queries from './queries.ts'

type Online = queries.CodeOrder & { readonly channel: PayChannel }

/** The code of a waiting order. The channel is asked for it once. */
export async function rechargeCode(services: Services, { db, scope }: SignedInCall, orderId: number) {
  const order = await requireOnline(services, { db, scope }, orderId)
  const { state, expiresAt } = order
  const over = expiresAt === null || expiresAt.getTime() <= Date.now()
  if (state !== 'waiting' || over) return { state, codeUrl: null, svg: null, expiresAt: null, payPage: null }
  const codeUrl = order.codeUrl ?? (await newCode(services, order, expiresAt))
  return {
    state,
    codeUrl,
    svg: await QRCode.toString(codeUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 }),
    expiresAt: expiresAt.toISOString(),
    payPage: services.payments.simulated ? simulatorPath(order.no) : null,
  }
}

async function newCode(services: Services, order: Online, expiresAt: Date): Promise<string> {
  const { no, amount, student } = order
  const subject = `驾训充值 ${student}`
  const codeUrl = await askChannel(services, order, gateway =>
    gateway.order({ no, amount, subject, expiresAt }),
  )
  await queries.saveCode(services.db, order.id, codeUrl)
  return codeUrl
}

/** Asks the channel whether an order was paid. What was paid long ago, or given up, needs no question. */
export async function rechargeQuery(services: Services, { db, scope }: SignedInCall, orderId: number) {
  const order = await requireOnline(services, { db, scope }, orderId)
  if (order.state !== 'waiting' && order.state !== 'closed') return { state: order.state }
  const answer = await askChannel(services, order, gateway => gateway.query(order.no))
  if (answer.state !== 'paid') return { state: order.state }
  await takePayment(services, order.channel, `query:${order.no}`, answer.payment)
  const now = await queries.findOrder(db, systemScope, orderId)
  return { state: now?.state ?? order.state }
}

/** @throws Refusal notFound, notByCode, noChannel */
async function requireOnline(
  { payments }: Services,
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  orderId: number,
): Promise<Online> {
  const order = await queries.findOrder(db, scope, orderId)
  if (order === undefined) throw refuse(errors.notFound, '充值订单')
  const { channel } = order
  if (channel === 'offline') throw refuse(errors.notByCode)
  if (payments.gateway(channel) === undefined || payments.simulated !== order.simulated)
    throw refuse(errors.noChannel, payChannels[channel])
  return { ...order, channel }
}

/** @throws Refusal channelAway where nothing is known of what it did */
async function askChannel<T>(
  { payments, log }: Services,
  { channel, no }: Online,
  question: (gateway: PaymentGateway) => Promise<T>,
): Promise<T> {
  const gateway = payments.gateway(channel)
  if (gateway === undefined) throw refuse(errors.noChannel, payChannels[channel])
  try {
    return await question(gateway)
  } catch (error) {
    log.warn({ order: no, problem: problemOf(error) }, 'a payment channel did not answer')
    throw refuse(errors.channelAway, payChannels[channel])
  }
}

/** What went wrong, in few words: neither keys nor bodies. */
export const problemOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)
