import {
  actsOf,
  type channelStatements,
  errors,
  type LineAct,
  lineActs,
  lineOutcomes,
  lineResolutions,
  type ParsedOf,
  payChannels,
  refuse,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { PayChannel, PaymentGateway } from '../../../platform/payments/gateway.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { problemOf } from '../channels/code.service.ts'
import { takePaymentWithin } from '../channels/notice.service.ts'
import { discountJournal, suspenseJournal, suspenseReturnJournal } from '../ledger/channel.rules.ts'
import { post } from '../ledger/service.ts'
import { claimPayment, reverseOnline } from '../orders/online.service.ts'
import * as queries from './line.queries.ts'
import { balanceLater } from './service.ts'
import { lockStatement } from './statement.queries.ts'

type Form = ParsedOf<typeof channelStatements.resolve>

interface Hand {
  readonly services: Services
  readonly call: SignedInCall
  readonly line: queries.LockedLine
  readonly channel: PayChannel
  readonly simulated: boolean
  readonly form: Form
}

/** Settles a line that does not agree. @throws Refusal notFound, lineReplaced, lineNot */
export async function resolve(services: Services, call: SignedInCall, form: Form): Promise<true> {
  const { statement, line } = await takeLine(call, form.lineId)
  requireAct(line, form.act)
  const madeOrderId = await acts[form.act]({ services, call, line, ...statement, form })
  await queries.settleLine(call.db, line.id, {
    act: form.act,
    reason: form.reason,
    memberId: call.person.id,
    madeOrderId,
  })
  call.afterCommit(() => balanceLater(services, statement.id))
  return true
}

/** The statement is locked before whatever the act takes, and nobody takes it after that. */
async function takeLine({ db }: Pick<SignedInCall, 'db'>, lineId: number) {
  const statementId = await queries.statementOfLine(db, lineId)
  const statement = statementId === undefined ? undefined : await lockStatement(db, statementId)
  const line = await queries.lockLine(db, lineId)
  if (statement === undefined || line === undefined) throw refuse(errors.notFound, '账单行')
  if (statement.replaced) throw refuse(errors.lineReplaced)
  return { statement, line }
}

function requireAct(line: queries.LockedLine, act: LineAct): void {
  if (actsOf(line).includes(act)) return
  const { resolution, outcome } = line
  const state = resolution === null ? lineOutcomes[outcome] : lineResolutions[resolution]
  throw refuse(errors.lineNot, state, lineActs[act])
}

/** Each posts once; those that make a recharge say which. */
const acts: Readonly<Record<LineAct, (hand: Hand) => Promise<number | null>>> = {
  async difference({ call, line, channel }) {
    await post(call.db, [suspenseJournal(line, channel)])
    return null
  },
  async suspend({ call, line, channel }) {
    await post(call.db, [suspenseJournal(line, channel)])
    return null
  },
  async book({ call, line, channel }) {
    await post(call.db, [discountJournal(line, channel)])
    return null
  },
  async note({ form }) {
    if (form.reason === null) throw refuse(errors.noteReason)
    return null
  },
  async giveBack({ call, line, channel }) {
    await post(call.db, [suspenseReturnJournal(line, channel)])
    return null
  },
  async reverse({ services, call, line, form }) {
    if (line.orderId === null) throw refuse(errors.notFound, '充值订单')
    await reverseOnline(services, call, { orderId: line.orderId, reason: form.reason ?? '渠道没有这笔支付' })
    return null
  },
  async supplement({ services, call, line, channel }) {
    const { no, channelNo, amount, at } = line
    if (amount === null || at === null) throw refuse(errors.notSupplemented)
    const told = { channel, eventId: `statement:${line.id}` }
    const payment = { no, channelNo, amount, currency: 'CNY', paidAt: at }
    const outcome = await takePaymentWithin(services, call.db, told, payment)
    if (outcome !== 'paid' && outcome !== 'repeated') throw refuse(errors.notSupplemented)
    return null
  },
  async claim({ services, call, line, channel, simulated, form }) {
    const { amount, at, channelNo, orderNo } = line
    if (form.studentId === undefined) throw refuse(errors.claimStudent)
    if (amount === null || at === null) throw refuse(errors.notSupplemented)
    return claimPayment(services, call, {
      studentId: form.studentId,
      channel,
      simulated,
      payment: { no: orderNo, amount, currency: 'CNY', channelNo, paidAt: at },
    })
  },
}

/**
 * Asks the channel about what only we have. Where it has it too, the line is settled; nothing is asked within the
 * transaction that notes it.
 * @throws Refusal lineNot, noChannel, channelAway, channelWithout
 */
export async function ask(services: Services, call: SignedInCall, lineId: number): Promise<true> {
  const { db, payments, log } = services
  const question = await queries.questionOf(db, lineId)
  if (question === undefined) throw refuse(errors.notFound, '账单行')
  const { channel, simulated, open } = question
  if (!open) throw refuse(errors.lineNot, '已处理', '查询渠道')
  const gateway = payments.gateway(channel)
  if (gateway === undefined || payments.simulated !== simulated)
    throw refuse(errors.noChannel, payChannels[channel])
  const without = await answerOf(gateway, question).catch((error: unknown) => {
    log.warn({ line: lineId, problem: problemOf(error) }, 'a payment channel did not answer')
    throw refuse(errors.channelAway, payChannels[channel])
  })
  if (without !== null) throw refuse(errors.channelWithout, without)
  await transact(db, async trx => {
    const { line } = await takeLine({ db: trx }, lineId)
    if (line.resolution !== null || line.outcome !== 'localOnly') return
    await queries.settleLine(trx, lineId, {
      act: 'confirmed',
      reason: null,
      memberId: call.person.id,
      madeOrderId: null,
    })
  })
  await balanceLater(services, question.statementId)
  return true
}

/** What the channel says instead; null: it has it, over the same amount. */
async function answerOf(
  gateway: PaymentGateway,
  { kind, no, orderNo, localAmount }: NonNullable<Awaited<ReturnType<typeof queries.questionOf>>>,
): Promise<string | null> {
  if (kind === 'refund') {
    const { state } = await gateway.queryRefund({ no: orderNo, refundNo: no })
    return state === 'success' || state === 'processing' ? null : '没有这笔退款'
  }
  const answer = await gateway.query(no)
  if (answer.state !== 'paid') return answer.state === 'unknown' ? '没有这笔支付' : '这笔订单没有支付'
  return answer.payment.amount === localAmount ? null : '支付的金额不同'
}
