import { z } from 'zod'
import { businessDay, instant, maskedAccount } from '../../fields.ts'
import { column, listColumns } from '../../lists.ts'
import { gearColumn } from '../../people/students/studentShapes.ts'
import {
  courseOrderState,
  courseOrderStates,
  rechargeChannel,
  rechargeChannels,
  rechargeState,
  rechargeStates,
  rechargeTender,
  rechargeTenders,
  refundChannelState,
  refundKind,
  refundKinds,
  refundMethod,
  refundMethods,
  refundState,
  refundStates,
} from './orderShapes.ts'

/** The student and school of an order or refund, and who registered it (经手人). */
const ownerFields = {
  studentId: z.int(),
  studentName: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  /** The clerk's organisation where it is the school or one of its service points, else the school. */
  organId: z.int(),
  organName: z.string(),
  /** Null where nobody did: orders of before. */
  clerkId: z.int().nullable(),
  clerkName: z.string().nullable(),
  createdAt: instant,
}
const no = column.code('单号')
const studentName = column.text('学员', { widest: 140 })
const day = column.day('日期')
const clerkName = column.text('经手人', { widest: 120 })
const schoolName = column.text('驾校', { only: 'file' })
const organName = column.text('机构', { widest: 180 })

/** A recharge as lists show it. Amounts are fen. */
export const rechargeRow = z.object({
  orderId: z.int(),
  no: z.string(),
  ...ownerFields,
  channel: rechargeChannel,
  /** Of 线下; null elsewhere, and where it was registered before it was asked. */
  tender: rechargeTender.nullable(),
  state: rechargeState,
  amount: z.int(),
  bonus: z.int(),
  /** 可退: what no course and no refund took yet. */
  cashLeft: z.int(),
  /** What was given back; a 冲正 does not count. */
  refunded: z.int(),
  /** 代收驾校: which school took the cash; null where it was paid online. */
  holderSchoolId: z.int().nullable(),
  holderName: z.string().nullable(),
  channelNo: z.string().nullable(),
  /** 代登记，待驾校确认: the platform registered cash that the school has not said it took. */
  toAccept: z.boolean(),
  /** 已冲正 */
  reversed: z.boolean(),
  /** 模拟: paid to a channel that is none. */
  simulated: z.boolean(),
  /** Of payment, until then of creation. */
  day: businessDay,
  paidAt: instant.nullable(),
})
export type RechargeRow = z.output<typeof rechargeRow>
export const rechargeList = listColumns(rechargeRow, {
  no,
  state: column.choice('状态', rechargeStates),
  studentName,
  amount: column.money('金额'),
  bonus: column.money('赠送金额'),
  cashLeft: column.money('可退金额'),
  refunded: column.money('已退金额', { optional: true }),
  channel: column.choice('支付方式', rechargeChannels),
  tender: column.choice('收款方式', rechargeTenders, { only: 'file' }),
  day,
  clerkName,
  schoolName,
  organName,
  holderName: column.text('代收驾校', { widest: 180, optional: true }),
  channelNo: column.code('渠道单号'),
  createdAt: column.time('登记时间', { optional: true }),
  paidAt: column.time('支付时间', { only: 'file' }),
})

/** A course order as lists show it. Amounts are fen. */
export const courseOrderRow = z.object({
  orderId: z.int(),
  no: z.string(),
  /** 期初: minutes from before there were orders; it has neither course nor price. */
  kind: z.enum(['sale', 'opening']),
  ...ownerFields,
  courseId: z.int().nullable(),
  courseName: z.string(),
  gearType: z.string(),
  state: courseOrderState,
  listPrice: z.int(),
  /** What was asked: `cashPaid` + `bonusPaid` once paid. */
  amount: z.int(),
  cashPaid: z.int(),
  bonusPaid: z.int(),
  minutes: z.int(),
  usedMinutes: z.int(),
  /** Held by refunds that wait, too. */
  refundedMinutes: z.int(),
  leftMinutes: z.int(),
  refundedCash: z.int(),
  /** 已收未训练: the cash of the minutes left. */
  untrained: z.int(),
  /** The last day; null: never expires. */
  expiresOn: businessDay.nullable(),
  day: businessDay,
  paidAt: instant.nullable(),
})
export type CourseOrderRow = z.output<typeof courseOrderRow>
export const courseOrderList = listColumns(courseOrderRow, {
  no,
  state: column.choice('状态', courseOrderStates),
  studentName,
  courseName: column.text('课程', { widest: 200 }),
  amount: column.money('金额'),
  minutes: column.number('购买分钟'),
  usedMinutes: column.number('已用分钟'),
  refundedMinutes: column.number('已退分钟'),
  leftMinutes: column.number('剩余时长', { unit: '分钟' }),
  untrained: column.money('已收未训练', { optional: true }),
  cashPaid: column.money('现金支付', { optional: true }),
  bonusPaid: column.money('赠送支付', { optional: true }),
  refundedCash: column.money('已退现金', { only: 'file' }),
  gearType: { ...gearColumn, optional: true },
  day,
  expiresOn: column.day('有效期至', { optional: true }),
  clerkName,
  schoolName,
  organName,
  createdAt: column.time('下单时间', { optional: true }),
})

/** A refund as lists show it. Amounts are fen. */
export const refundRow = z.object({
  refundId: z.int(),
  no: z.string(),
  kind: refundKind,
  orderId: z.int(),
  orderNo: z.string(),
  ...ownerFields,
  state: refundState,
  method: refundMethod,
  /** 平台代退: the platform pays back cash that a school holds, and charges it. */
  onBehalf: z.boolean(),
  amount: z.int(),
  /** 收回赠送: bonus that went with it. */
  bonusBack: z.int(),
  /** Of a course; null for a recharge. */
  minutes: z.int().nullable(),
  payee: maskedAccount.nullable(),
  reason: z.string(),
  /** Why a 原路 refund failed, in the channel's words. */
  channelState: refundChannelState.nullable(),
  channelProblem: z.string().nullable(),
  holderSchoolId: z.int().nullable(),
  holderName: z.string().nullable(),
  /** Who wants it paid another way than was decided, while that waits. */
  changerName: z.string().nullable(),
  deciderName: z.string().nullable(),
  decisionReason: z.string().nullable(),
  /** Of payment, until then of asking. */
  day: businessDay,
  doneAt: instant.nullable(),
  /** The slip by which it was paid. */
  voucherId: z.int().nullable(),
})
export type RefundRow = z.output<typeof refundRow>
export const refundList = listColumns(refundRow, {
  no,
  state: column.choice('状态', refundStates),
  studentName,
  amount: column.money('退款金额'),
  method: column.choice('退款方式', refundMethods),
  kind: column.choice('类型', refundKinds),
  bonusBack: column.money('收回赠送', { optional: true }),
  minutes: column.number('退还分钟'),
  orderNo: column.code('原单号', { optional: true }),
  payee: column.text('收款人', { only: 'file' }),
  reason: column.text('退款原因', { widest: 100 }),
  day,
  clerkName: column.text('提交人', { widest: 120 }),
  deciderName: column.text('审批人', { widest: 120, optional: true }),
  decisionReason: column.text('审批意见', { only: 'file' }),
  schoolName,
  organName,
  holderName: column.text('代收驾校', { only: 'file' }),
  createdAt: column.time('提交时间', { optional: true }),
  doneAt: column.time('退款时间', { only: 'file', missing: '还没有退款' }),
})

/** What a clerk's day adds up to; all clerks' days, too. Fen. */
export const clerkSums = z.object({
  /** 线下充值, and of it by kind; 现金 is also what was registered before the kind was asked. */
  taken: z.int(),
  cash: z.int(),
  pos: z.int(),
  transfer: z.int(),
  refunded: z.int(),
  reversed: z.int(),
  /** 应交现金: 现金 less 现金退款 and the 冲正 of 现金. */
  till: z.int(),
})
export type ClerkSums = z.output<typeof clerkSums>

/** 经手人日报: what a clerk took and gave back on a day. */
export const clerkDayRow = z.object({
  day: businessDay,
  clerkId: z.int(),
  clerkName: z.string(),
  orders: z.int(),
  ...clerkSums.shape,
})
export type ClerkDay = z.output<typeof clerkDayRow>
export const clerkDayList = listColumns(clerkDayRow, {
  day,
  clerkName: column.text('经手人', { widest: 160 }),
  orders: column.number('笔数'),
  taken: column.money('线下充值'),
  cash: column.money(rechargeTenders.cash),
  pos: column.money(rechargeTenders.pos),
  transfer: column.money(rechargeTenders.transfer),
  refunded: column.money('现金退款'),
  reversed: column.money('冲正'),
  till: column.money('应交现金'),
})
