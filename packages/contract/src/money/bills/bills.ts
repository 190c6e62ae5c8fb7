import { z } from 'zod'
import { cleanedNumber } from '../../cleaned.ts'
import { endpoint } from '../../endpoint.ts'
import {
  ascendingRule,
  businessDay,
  checkRangeOrder,
  filter,
  id,
  optionalText,
  schoolId,
  searchText,
  text,
  version,
} from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { fileOf, page, paging, sorting } from '../../paging.ts'
import { slipFields, voucherId } from '../vouchers.ts'
import { billItemList, billList, receiptList } from './billLists.ts'
import {
  billInfo,
  billItem,
  billMonth,
  billPaymentMethods,
  billRow,
  billState,
  currentBill,
  paymentRow,
  paymentState,
  runningMonth,
} from './billShapes.ts'
import { billThreadCalls } from './billThreadCalls.ts'

const base = '/finance/api'
const billId = label('账单', id)
const month = label('月份', billMonth)
const ofLine = {
  billId,
  line: label('对账单的行', id),
  /** A part of an order's number or a student's name. */
  paramValue: searchText,
}

const read = { method: 'GET', access: ['finance'] } as const
const check = { method: 'POST', access: ['finance:accCheck'] } as const
const write = { method: 'POST', access: ['finance:edit'] } as const
const receiptRead = { method: 'GET', access: ['finance:receipt'] } as const

/** Who owes what a bill comes to. */
export const billSides = { platform: '应付驾校', school: '驾校应还' } as const
/** What is left to be paid of a bill. */
export const billDues = {
  open: '未结清',
  soon: '3 天内到期',
  overdue: '已逾期',
  notDue: '未到期',
  late30: '逾期 1–30 天',
  late60: '逾期 31–60 天',
  late90: '逾期 61–90 天',
  later: '逾期 90 天以上',
} as const
export type BillDue = keyof typeof billDues

const billFilter = {
  /** A part of a bill's number or of its school's name. */
  paramValue: searchText,
  schoolId: filter(schoolId),
  state: label('状态', filter(billState)),
  side: label('结算方向', filter(choice(billSides))),
  due: label('到期', filter(choice(billDues))),
  beginMonth: label('开始月份', filter(billMonth)),
  endMonth: label('结束月份', filter(billMonth)),
}
const monthsInOrder = ascendingRule(
  { beginMonth: billFilter.beginMonth, endMonth: billFilter.endMonth },
  '结束月份不能早于开始月份',
)

const receiptFilter = {
  /** A part of a receipt's or bill's number, or of the school's name. */
  paramValue: searchText,
  schoolId: filter(schoolId),
  method: label('收款方式', filter(choice(billPaymentMethods))),
  state: label('状态', filter(paymentState)),
  beginDate: label('开始日期', filter(businessDay)),
  endDate: label('结束日期', filter(businessDay)),
}

/** Fen. */
const amount = label('金额', fen(1, 10_000_000_000))
/** The most bills of one 付款申请. */
const mostRequested = 100
const payment = {
  billId,
  amount,
  method: label('收付方式', choice({ cash: '现金', bankTransfer: '银行转账' })),
  paidOn: label('收付日期', businessDay),
  ...slipFields,
  confirmDouble: label('确认不是重复', z.boolean().default(false)),
}
const requestId = label('付款申请', id)
const paid = z.object({ paymentId: z.int(), no: z.string() })

/**
 * 账单 (spec §7 "Finance"). A bill is a school's month: read and confirmed with scope over the
 * school itself, and settled by those alone who manage the whole platform. Money is fen, days are business days.
 */
export const bills = {
  /** 本期账单: the earliest month that was not closed, or everything until a later one, as it would be billed now. */
  current: endpoint({
    ...read,
    title: '本期账单',
    forKeys: 'read',
    path: `${base}/bill/current`,
    input: z.object({ schoolId, month: label('月份', filter(billMonth)) }),
    reply: currentBill,
  }),
  /** Of each school the month that its next bill is of; a school that has nothing to bill has none. */
  runningMonths: endpoint({
    ...read,
    title: '各驾校的本期',
    forKeys: 'read',
    path: `${base}/bill/running`,
    reply: z.array(runningMonth),
  }),
  list: endpoint({
    ...read,
    title: '账单列表',
    forKeys: 'read',
    path: `${base}/bill/list`,
    input: z
      .object({ ...paging, ...billFilter, ...sorting(sortWords(billList)) })
      .superRefine(...monthsInOrder),
    /** `sum`: of all that the filter finds. */
    reply: page(billRow).extend({
      sum: z.object({
        base: z.int(),
        platformShare: z.int(),
        schoolShare: z.int(),
        net: z.int(),
        paid: z.int(),
        /** What is left to pay, each side by itself: one school's debt does not lessen what another is owed. */
        leftToSchools: z.int(),
        leftBySchools: z.int(),
      }),
    }),
    columns: billList,
  }),
  export: fileOf(
    'list',
    { ...read, title: '导出账单', forKeys: 'read', path: `${base}/bill/export` },
    billFilter,
    ...monthsInOrder,
  ),
  info: endpoint({
    ...read,
    title: '对账单',
    forKeys: 'read',
    path: `${base}/bill/info`,
    input: z.object({ billId }),
    reply: billInfo,
  }),
  /** The orders behind a line; the newest first. */
  orders: endpoint({
    ...read,
    title: '对账单的订单',
    forKeys: 'read',
    path: `${base}/bill/orders`,
    input: z.object({ ...paging, ...ofLine }),
    /** `sum`: of all that match. Of a share's line it is what that is a share of. */
    reply: page(billItem).extend({ sum: z.object({ amount: z.int() }) }),
    columns: billItemList,
  }),
  orderExport: fileOf(
    'orders',
    { ...read, title: '导出对账单的订单', forKeys: 'read', path: `${base}/bill/ordersExport` },
    ofLine,
  ),
  /** By the school; by the platform with a picture of the paper that the school signed. */
  confirm: endpoint({
    ...check,
    title: '确认账单',
    path: `${base}/bill/confirm`,
    input: z.object({ billId, version, voucherId: filter(voucherId) }),
    reply: z.literal(true),
    change: '确认账单',
    stepUp: 'recent',
    record: 'billId',
  }),
  ...billThreadCalls,
  settle: endpoint({
    ...write,
    title: '转结算',
    path: `${base}/bill/settle`,
    input: z.object({ billId, version }),
    reply: z.literal(true),
    change: '转结算',
    record: 'billId',
  }),
  invoice: endpoint({
    ...write,
    title: '登记发票',
    path: `${base}/bill/invoice`,
    input: z.object({
      billId,
      version,
      invoiceNo: label(
        '发票号码',
        cleanedNumber.regex(/^[A-Za-z0-9]{8,20}$/, '发票号码应为 8 至 20 位数字或字母'),
      ),
      invoiceOn: label('开票日期', businessDay),
    }),
    reply: z.literal(true),
    change: '登记发票',
    record: 'billId',
  }),
  /** Asks for a month to be closed now, of one school or of all: the next minute does it. */
  close: endpoint({
    ...write,
    title: '出账',
    path: `${base}/bill/close`,
    input: z.object({ month, schoolId: filter(schoolId) }),
    /** How many schools will have it. */
    reply: z.object({ schools: z.int() }),
    change: '出账',
    record: 'schoolId',
  }),
  adjust: endpoint({
    ...write,
    title: '新增调整单',
    path: `${base}/adjustment/add`,
    input: z.object({
      schoolId,
      /** Fen; positive: for the school. It goes into the school's next bill. */
      amount: label(
        '金额',
        fen(-10_000_000_000, 10_000_000_000).refine(amount => amount !== 0, '金额不能为 0'),
      ),
      reason: label('调整的原因', text(200)),
      /** The bill with the objection that it answers. */
      billId: filter(billId),
    }),
    /** Above the limit it waits for another person (`approvals`), and is none yet. */
    reply: z.object({ adjustmentId: z.int().nullable(), approvalId: z.int().nullable() }),
    change: '新增调整单',
    stepUp: 'recent',
    record: 'schoolId',
  }),
  /** The same amount for the same bill within 10 minutes is asked about, as it is at 登记付款; `confirmDouble` passes. */
  receive: endpoint({
    ...write,
    title: '登记收款',
    path: `${base}/receipt/add`,
    input: z.object(payment),
    reply: paid,
    change: '登记收款',
    stepUp: 'recent',
    record: 'billId',
  }),
  /** 付款申请: what is to be paid of one bill or of many, decided as one (`approvals`); each goes to the account in force. */
  requestPayment: endpoint({
    ...write,
    title: '申请付款',
    path: `${base}/payment/request`,
    input: z.object({
      items: label(
        '付款',
        z
          .array(z.object({ billId, amount }))
          .min(1)
          .max(mostRequested)
          .refine(
            items => new Set(items.map(({ billId }) => billId)).size === items.length,
            '同一账单不能申请两次，请合并金额',
          ),
      ),
      reason: label('说明', optionalText(200)),
    }),
    reply: z.object({ approvalId: z.int() }),
    change: '申请付款',
    stepUp: 'recent',
  }),
  /**
   * What was transferred, by an approved request: the one named, or the one of this bill and amount; a bank transfer then needs its
   * slip. Without one, and above the limit of 30 days for the school, it is registered as 未经审批 and another person is asked about it.
   */
  pay: endpoint({
    ...write,
    title: '登记付款',
    path: `${base}/payment/pay`,
    input: z.object({ ...payment, requestId: filter(requestId) }),
    reply: paid,
    change: '登记付款',
    stepUp: 'recent',
    record: 'billId',
  }),
  /** Sets what the platform owes of a bill against what the same school owes of another. */
  offset: endpoint({
    ...write,
    title: '账单抵扣',
    path: `${base}/payment/offset`,
    input: z.object({ billId, byBillId: label('用来抵扣的账单', id), amount }),
    reply: paid,
    change: '账单抵扣',
    stepUp: 'recent',
    record: 'billId',
  }),
  voidPayment: endpoint({
    ...write,
    title: '作废收付款',
    path: `${base}/payment/void`,
    input: z.object({ paymentId: label('收付款单', id), reason: label('作废的原因', text(200)) }),
    reply: z.literal(true),
    change: '作废收付款',
    stepUp: 'recent',
    record: 'paymentId',
  }),
  receipts: endpoint({
    ...receiptRead,
    title: '收款列表',
    forKeys: 'read',
    path: `${base}/receipt/list`,
    input: z.object({ ...paging, ...receiptFilter }).superRefine(checkRangeOrder),
    /** `sum`: of what is valid of all that the filter finds. */
    reply: page(paymentRow).extend({ sum: z.object({ amount: z.int() }) }),
    columns: receiptList,
  }),
  receiptExport: fileOf(
    'receipts',
    { ...receiptRead, title: '导出收款', forKeys: 'read', path: `${base}/receipt/export` },
    receiptFilter,
    checkRangeOrder,
  ),
}
