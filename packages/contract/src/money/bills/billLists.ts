import { column, listColumns, type SortField } from '../../lists.ts'
import {
  billItem,
  billPaymentMethods,
  billRow,
  billStates,
  confirmations,
  paymentRow,
  paymentStates,
} from './billShapes.ts'

// The lists of bills, of the orders in them and of what schools paid.

export const billList = listColumns(billRow, {
  no: column.code('账单编号'),
  schoolName: column.text('驾校', { widest: 200 }),
  month: column.code('月份', { sortable: true }),
  state: column.choice('状态', billStates),
  overdue: column.yesNo('已逾期', { beside: 'state' }),
  base: column.money('课程收入'),
  platformShare: column.money('平台分成', { optional: true }),
  schoolShare: column.money('驾校分成', { optional: true }),
  held: column.money('本校代收款', { optional: true }),
  rent: column.money('租金', { optional: true }),
  adjusted: column.money('调整', { optional: true }),
  net: column.money('净额', { sortable: true }),
  side: column.special('结算方向', { beside: 'net' }),
  paid: column.money('已结', { optional: true }),
  left: column.special('未结', { numeric: true, unit: '元' }),
  issuedOn: column.day('出账日', { only: 'file' }),
  dueOn: column.day('到期日', { sortable: true }),
  confirmedHow: column.choice('确认方式', confirmations, { optional: true }),
  urgedOn: column.day('催办日', { optional: true, missing: '没有催办' }),
})
export type BillSortField = SortField<typeof billList>

export const billItemList = listColumns(billItem, {
  orderNo: column.code('订单号'),
  studentName: column.text('学员', { widest: 120 }),
  organName: column.text('机构', { widest: 160 }),
  refundNo: column.code('退款单'),
  day: column.day('日期'),
  amount: column.money('金额'),
})

export const receiptList = listColumns(paymentRow, {
  no: column.code('收款编号'),
  schoolName: column.text('驾校', { widest: 200 }),
  billNo: column.code('账单编号'),
  month: column.code('月份'),
  amount: column.money('金额'),
  method: column.choice('收款方式', billPaymentMethods),
  offsetBillNo: column.text('抵扣账单', { beside: 'method' }),
  paidOn: column.day('收款日期'),
  state: column.choice('状态', paymentStates),
  createdBy: column.text('经手人'),
  voidedBy: column.text('作废人', { beside: 'voidReason' }),
  voidReason: column.text('作废的原因', { widest: 200, optional: true }),
})
