import {
  type CourseOrderRow,
  courseOrderStates,
  type RechargeRow,
  type RefundRow,
  rechargeChannels,
  rechargeStates,
  refundKinds,
  refundMethods,
  refundStates,
  tillOf,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, newestFirst, time, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type ClerkDay, type ClerkFilter, clerkDaysAfter } from './clerk.queries.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { idsBefore, type OrderFilter, type OrderKind } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

const rechargeColumns: readonly FileColumn<RechargeRow>[] = [
  ['no', '单号', row => row.no],
  ['day', '日期', row => day(row.day)],
  ['studentName', '学员', row => row.studentName],
  ['schoolName', '驾校', row => row.schoolName],
  ['organName', '登记机构', row => row.organName],
  ['channel', '支付方式', row => rechargeChannels[row.channel]],
  ['state', '状态', row => (row.reversed ? '已冲正' : rechargeStates[row.state])],
  ['amount', '金额（元）', row => yuan(row.amount)],
  ['bonus', '赠送（元）', row => yuan(row.bonus)],
  ['cashLeft', '可退（元）', row => yuan(row.cashLeft)],
  ['refunded', '已退（元）', row => yuan(row.refunded)],
  ['holderName', '代收驾校', row => row.holderName],
  ['channelNo', '渠道单号', row => row.channelNo],
  ['clerkName', '经手人', row => row.clerkName],
  ['createdAt', '登记时间', row => time(row.createdAt)],
  ['paidAt', '支付时间', row => time(row.paidAt)],
]

const courseColumns: readonly FileColumn<CourseOrderRow>[] = [
  ['no', '单号', row => row.no],
  ['day', '日期', row => day(row.day)],
  ['studentName', '学员', row => row.studentName],
  ['schoolName', '驾校', row => row.schoolName],
  ['organName', '登记机构', row => row.organName],
  ['courseName', '课程', row => row.courseName],
  ['gearType', '驾照类型', row => row.gearType],
  ['state', '状态', row => courseOrderStates[row.state]],
  ['amount', '金额（元）', row => yuan(row.amount)],
  ['cashPaid', '现金支付（元）', row => yuan(row.cashPaid)],
  ['bonusPaid', '赠送支付（元）', row => yuan(row.bonusPaid)],
  ['refundedCash', '已退（元）', row => yuan(row.refundedCash)],
  ['untrained', '已收未训练（元）', row => yuan(row.untrained)],
  ['minutes', '购买分钟', row => row.minutes],
  ['usedMinutes', '已用分钟', row => row.usedMinutes],
  ['refundedMinutes', '已退分钟', row => row.refundedMinutes],
  ['leftMinutes', '剩余分钟', row => row.leftMinutes],
  ['expiresOn', '有效期至', row => day(row.expiresOn)],
  ['clerkName', '经手人', row => row.clerkName],
  ['createdAt', '下单时间', row => time(row.createdAt)],
]

const refundColumns: readonly FileColumn<RefundRow>[] = [
  ['no', '退款单号', row => row.no],
  ['day', '日期', row => day(row.day)],
  ['kind', '类型', row => refundKinds[row.kind]],
  ['orderNo', '订单', row => row.orderNo],
  ['studentName', '学员', row => row.studentName],
  ['schoolName', '驾校', row => row.schoolName],
  ['organName', '登记机构', row => row.organName],
  ['state', '状态', row => refundStates[row.state]],
  ['method', '退款方式', row => (row.onBehalf ? '平台代退' : refundMethods[row.method])],
  ['amount', '金额（元）', row => yuan(row.amount)],
  ['bonusBack', '收回赠送（元）', row => yuan(row.bonusBack)],
  ['minutes', '分钟', row => row.minutes],
  ['payee', '收款人', row => row.payee],
  ['reason', '原因', row => row.reason],
  ['holderName', '代收驾校', row => row.holderName],
  ['clerkName', '经手人', row => row.clerkName],
  ['deciderName', '审批人', row => row.deciderName],
  ['decisionReason', '审批意见', row => row.decisionReason],
  ['createdAt', '申请时间', row => time(row.createdAt)],
  ['doneAt', '退款时间', row => time(row.doneAt)],
]

const clerkDayColumns: readonly FileColumn<ClerkDay>[] = [
  ['day', '日期', row => day(row.day)],
  ['clerkName', '经手人', row => row.clerkName],
  ['orders', '笔数', row => row.orders],
  ['taken', '线下充值（元）', row => yuan(row.taken)],
  ['refunded', '现金退款（元）', row => yuan(row.refunded)],
  ['reversed', '冲正（元）', row => yuan(row.reversed)],
  ['till', '应交现金（元）', row => yuan(tillOf(row))],
]

export const exportClerkDays = (db: Db, scope: Scope, filter: ClerkFilter): FileReply =>
  new FileReply(
    '经手人日报',
    fileRows(clerkDayColumns, part => clerkDaysAfter(db, scope, filter, part)),
  )

/** The file of a list, newest first. */
const fileOf =
  <Row>(
    title: string,
    kind: OrderKind,
    columns: readonly FileColumn<Row>[],
    rowsOf: (db: Db, ids: readonly number[]) => Promise<Row[]>,
    idOf: (row: Row) => number,
  ) =>
  (db: Db, scope: Scope, filter: OrderFilter): FileReply => {
    const next = newestFirst(async part => rowsOf(db, await idsBefore(db, scope, kind, filter, part)), idOf)
    return new FileReply(title, fileRows(columns, next))
  }

export const exportRecharges = fileOf(
  '充值订单',
  'recharge',
  rechargeColumns,
  rechargesOf,
  ({ orderId }) => orderId,
)
export const exportCourseOrders = fileOf(
  '课程订单',
  'course',
  courseColumns,
  courseOrdersOf,
  ({ orderId }) => orderId,
)
export const exportRefunds = fileOf('退款单', 'refund', refundColumns, refundsOf, ({ refundId }) => refundId)
