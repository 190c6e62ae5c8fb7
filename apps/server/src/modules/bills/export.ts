import {
  type BillRow,
  billPaymentMethods,
  billStates,
  confirmations,
  type PaymentRow,
  paymentStates,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type BillFilter, billsBefore } from './bill.queries.ts'
import { type ReceiptFilter, receiptsBefore } from './payment.queries.ts'

const billColumns: readonly CsvColumn<BillRow>[] = [
  ['账单编号', row => row.no],
  ['驾校', row => row.schoolName],
  ['月份', row => row.month],
  ['状态', row => billStates[row.state]],
  ['课程收入（元）', row => yuan(row.base)],
  ['平台分成（元）', row => yuan(row.platformShare)],
  ['驾校分成（元）', row => yuan(row.schoolShare)],
  ['本校代收款（元）', row => yuan(row.held)],
  ['租金（元）', row => yuan(row.rent)],
  ['调整（元）', row => yuan(row.adjusted)],
  ['净额（元）', row => yuan(row.net)],
  ['已结（元）', row => yuan(row.paid)],
  ['出账日', row => row.issuedOn],
  ['到期日', row => row.dueOn],
  ['已逾期', row => (row.overdue ? '是' : '否')],
  ['确认方式', row => (row.confirmedHow === null ? null : confirmations[row.confirmedHow])],
]

export function exportBills(db: Db, scope: Scope, filter: BillFilter): CsvReply {
  const next = newestFirst(
    part => billsBefore(db, scope, filter, part),
    row => row.billId,
  )
  return new CsvReply('账单', csvLines(billColumns, next))
}

const receiptColumns: readonly CsvColumn<PaymentRow>[] = [
  ['收款编号', row => row.no],
  ['驾校', row => row.schoolName],
  ['账单编号', row => row.billNo],
  ['月份', row => row.month],
  ['收款方式', row => billPaymentMethods[row.method]],
  ['金额（元）', row => yuan(row.amount)],
  ['收款日期', row => row.paidOn],
  ['状态', row => paymentStates[row.state]],
  ['抵扣账单', row => row.offsetBillNo],
  ['经手人', row => row.createdBy],
  ['作废人', row => row.voidedBy],
  ['作废的原因', row => row.voidReason],
]

export function exportReceipts(db: Db, scope: Scope, filter: ReceiptFilter): CsvReply {
  const next = newestFirst(
    part => receiptsBefore(db, scope, filter, part),
    row => row.paymentId,
  )
  return new CsvReply('收款', csvLines(receiptColumns, next))
}
