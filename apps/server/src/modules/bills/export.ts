import {
  type BillItem,
  type BillRow,
  billPaymentMethods,
  billSides,
  billStates,
  confirmations,
  type PaymentRow,
  paymentStates,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, newestFirst, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type BillFilter, billsBefore } from './bill.queries.ts'
import { type ReceiptFilter, receiptsBefore } from './payment.queries.ts'
import { type LineItems, restOfLine } from './statement.queries.ts'

const billColumns: readonly FileColumn<BillRow>[] = [
  ['no', '账单编号', row => row.no],
  ['schoolName', '驾校', row => row.schoolName],
  ['month', '月份', row => row.month],
  ['state', '状态', row => billStates[row.state]],
  ['base', '课程收入（元）', row => yuan(row.base)],
  ['platformShare', '平台分成（元）', row => yuan(row.platformShare)],
  ['schoolShare', '驾校分成（元）', row => yuan(row.schoolShare)],
  ['held', '本校代收款（元）', row => yuan(row.held)],
  ['rent', '租金（元）', row => yuan(row.rent)],
  ['adjusted', '调整（元）', row => yuan(row.adjusted)],
  ['net', '净额（元）', row => yuan(row.net)],
  ['net', '结算方向', row => (row.net === 0 ? null : billSides[row.net > 0 ? 'platform' : 'school'])],
  ['paid', '已结（元）', row => yuan(row.paid)],
  ['left', '未结（元）', row => yuan(Math.abs(row.net - row.paid))],
  ['issuedOn', '出账日', row => day(row.issuedOn)],
  ['dueOn', '到期日', row => day(row.dueOn)],
  ['state', '已逾期', row => (row.overdue ? '是' : '否')],
  ['confirmedHow', '确认方式', row => (row.confirmedHow === null ? null : confirmations[row.confirmedHow])],
]

export function exportBills(db: Db, scope: Scope, filter: BillFilter): FileReply {
  const next = newestFirst(
    part => billsBefore(db, scope, filter, part),
    row => row.billId,
  )
  return new FileReply('账单', fileRows(billColumns, next))
}

const orderColumns: readonly FileColumn<BillItem>[] = [
  ['orderNo', '订单号', row => row.orderNo],
  ['studentName', '学员', row => row.studentName],
  ['organName', '机构', row => row.organName],
  ['refundNo', '退款单', row => row.refundNo],
  ['day', '日期', row => day(row.day)],
  ['amount', '金额（元）', row => yuan(row.amount)],
]

export function exportBillOrders(db: Db, { no }: Pick<BillRow, 'no'>, items: LineItems): FileReply {
  return new FileReply(
    `对账单${no}的订单`,
    fileRows(orderColumns, part => restOfLine(db, items, part)),
  )
}

const receiptColumns: readonly FileColumn<PaymentRow>[] = [
  ['no', '收款编号', row => row.no],
  ['schoolName', '驾校', row => row.schoolName],
  ['billNo', '账单编号', row => row.billNo],
  ['month', '月份', row => row.month],
  ['method', '收款方式', row => billPaymentMethods[row.method]],
  ['amount', '金额（元）', row => yuan(row.amount)],
  ['paidOn', '收款日期', row => day(row.paidOn)],
  ['state', '状态', row => paymentStates[row.state]],
  ['method', '抵扣账单', row => row.offsetBillNo],
  ['createdBy', '经手人', row => row.createdBy],
  ['voidReason', '作废人', row => row.voidedBy],
  ['voidReason', '作废的原因', row => row.voidReason],
]

export function exportReceipts(db: Db, scope: Scope, filter: ReceiptFilter): FileReply {
  const next = newestFirst(
    part => receiptsBefore(db, scope, filter, part),
    row => row.paymentId,
  )
  return new FileReply('收款', fileRows(receiptColumns, next))
}
