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
} from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { idsBefore, type OrderFilter, type OrderKind } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

const timeOf = (at: string | null) => (at === null ? null : localTime(at))

const rechargeColumns: readonly CsvColumn<RechargeRow>[] = [
  ['单号', row => row.no],
  ['日期', row => row.day],
  ['学员', row => row.studentName],
  ['驾校', row => row.schoolName],
  ['登记机构', row => row.organName],
  ['支付方式', row => rechargeChannels[row.channel]],
  ['状态', row => (row.reversed ? '已冲正' : rechargeStates[row.state])],
  ['金额（元）', row => yuan(row.amount)],
  ['赠送（元）', row => yuan(row.bonus)],
  ['可退（元）', row => yuan(row.cashLeft)],
  ['已退（元）', row => yuan(row.refunded)],
  ['代收驾校', row => row.holderName],
  ['渠道单号', row => row.channelNo],
  ['经手人', row => row.clerkName],
  ['登记时间', row => localTime(row.createdAt)],
  ['支付时间', row => timeOf(row.paidAt)],
]

const courseColumns: readonly CsvColumn<CourseOrderRow>[] = [
  ['单号', row => row.no],
  ['日期', row => row.day],
  ['学员', row => row.studentName],
  ['驾校', row => row.schoolName],
  ['登记机构', row => row.organName],
  ['课程', row => row.courseName],
  ['驾照类型', row => row.gearType],
  ['状态', row => courseOrderStates[row.state]],
  ['金额（元）', row => yuan(row.amount)],
  ['现金支付（元）', row => yuan(row.cashPaid)],
  ['赠送支付（元）', row => yuan(row.bonusPaid)],
  ['已退（元）', row => yuan(row.refundedCash)],
  ['已收未训练（元）', row => yuan(row.untrained)],
  ['购买分钟', row => row.minutes],
  ['已用分钟', row => row.usedMinutes],
  ['已退分钟', row => row.refundedMinutes],
  ['剩余分钟', row => row.leftMinutes],
  ['有效期至', row => row.expiresOn],
  ['经手人', row => row.clerkName],
  ['下单时间', row => localTime(row.createdAt)],
]

const refundColumns: readonly CsvColumn<RefundRow>[] = [
  ['退款单号', row => row.no],
  ['日期', row => row.day],
  ['类型', row => refundKinds[row.kind]],
  ['订单', row => row.orderNo],
  ['学员', row => row.studentName],
  ['驾校', row => row.schoolName],
  ['状态', row => refundStates[row.state]],
  ['退款方式', row => (row.onBehalf ? '平台代退' : refundMethods[row.method])],
  ['金额（元）', row => yuan(row.amount)],
  ['收回赠送（元）', row => yuan(row.bonusBack)],
  ['分钟', row => row.minutes],
  ['收款人', row => row.payee],
  ['原因', row => row.reason],
  ['代收驾校', row => row.holderName],
  ['经手人', row => row.clerkName],
  ['审批人', row => row.deciderName],
  ['审批意见', row => row.decisionReason],
  ['申请时间', row => localTime(row.createdAt)],
  ['退款时间', row => timeOf(row.doneAt)],
]

/** The file of a list, newest first. */
const fileOf =
  <Row>(
    title: string,
    kind: OrderKind,
    columns: readonly CsvColumn<Row>[],
    rowsOf: (db: Db, ids: readonly number[]) => Promise<Row[]>,
    idOf: (row: Row) => number,
  ) =>
  (db: Db, scope: Scope, filter: OrderFilter): CsvReply => {
    const next = newestFirst(async part => rowsOf(db, await idsBefore(db, scope, kind, filter, part)), idOf)
    return new CsvReply(title, csvLines(columns, next))
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
