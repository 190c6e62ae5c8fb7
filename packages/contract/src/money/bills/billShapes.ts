import { z } from 'zod'
import { error, refuse } from '../../errors.ts'
import { businessDay, instant, maskedAccount } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { machine } from '../../machine.ts'
import { formatFen } from '../../money.ts'
import { contractModes } from '../contracts/contractShapes.ts'
import { posting } from '../ledger/ledgerShapes.ts'
import { billRemark } from './billThread.ts'
import { paymentRequest, payoutWords } from './payoutShapes.ts'

/** A month on the wire: `2026-11`. */
export const billMonth = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, '月份应为 YYYY-MM，如 2026-11')

/** `2026-11` as people read it. */
export const monthWords = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5, 7))} 月`

export const billStates = {
  toCheck: '待对账',
  disputed: '有异议',
  checked: '已对账',
  toSettle: '待结算',
  toRepay: '待还款',
  partlySettled: '部分结算',
  partlyRepaid: '部分还款',
  settled: '已结清',
} as const
export type BillState = keyof typeof billStates
export const billState = choice(billStates)

/** What is to be paid of a bill, in which direction. */
const owedBySchool = ['toRepay', 'partlyRepaid'] as const
const owedByPlatform = ['toSettle', 'partlySettled'] as const

/** The acts on a bill. Where one leads depends on the sign of its net and on what was paid, but for objections. */
export const billMachine = machine(
  billStates,
  {
    confirm: { from: ['toCheck'], label: '确认' },
    object: { from: ['toCheck'], to: 'disputed', label: '提出异议' },
    remark: { from: ['disputed'], label: '补充说明' },
    withdraw: { from: ['disputed'], to: 'toCheck', label: '撤回异议' },
    answer: { from: ['disputed'], to: 'toCheck', label: '答复' },
    settle: { from: ['checked'], label: '转结算' },
    receive: { from: owedBySchool, label: '登记收款' },
    pay: { from: owedByPlatform, label: '登记付款' },
    offset: { from: owedBySchool, label: '抵扣' },
    invoice: {
      from: ['checked', ...owedBySchool, ...owedByPlatform, 'settled'],
      label: '登记发票',
    },
  },
  ({ label }, state) => refuse(billErrors.billNot, billStates[state], label),
)

/** The state of a confirmed and settled bill by what was paid of it; fen, both of the same sign. */
export function paidState(net: number, paid: number): BillState {
  if (paid === net) return 'settled'
  if (net > 0) return paid === 0 ? 'toSettle' : 'partlySettled'
  return paid === 0 ? 'toRepay' : 'partlyRepaid'
}

export const paymentStates = { valid: '有效', void: '已作废' } as const
export type PaymentState = keyof typeof paymentStates
export const paymentState = choice(paymentStates)

export const paymentMachine = machine(
  paymentStates,
  { void: { from: ['valid'], to: 'void', label: '作废' } },
  ({ label }, state) => refuse(billErrors.paymentNot, paymentStates[state], label),
)

/** How a bill is paid; 抵扣 sets one of the platform's debts against one of the school's. */
export const billPaymentMethods = { cash: '现金', bankTransfer: '银行转账', offset: '抵扣' } as const
const billPaymentMethod = choice(billPaymentMethods)

/** 收 from a school, 付 to it. */
export const paymentDirections = { in: '收款', out: '付款' } as const
const paymentDirection = choice(paymentDirections)

/** Who confirmed a bill. */
export const confirmations = {
  school: '驾校确认',
  deemed: '逾期视为确认',
  platform: '平台代确认',
} as const
const confirmation = choice(confirmations)

/** A bill that nobody objects to counts as confirmed so many days after its issue, or the last answer, where that was agreed. */
export const deemedDays = 10

/** The lines of a bill. What courses earned is told by who has the money, so that the lines add up to the net. */
export const billLineKinds = {
  onlineSale: '线上收款',
  onlineRefund: '线上退款',
  ownSale: '本校线下',
  ownRefund: '本校线下退款',
  otherSale: '他校代收',
  otherRefund: '他校代收退款',
  platformShare: '平台分成',
  schoolShare: '驾校分成',
  held: '本校代收款',
  onBehalf: '平台代退',
  rent: '租金',
  adjustment: '调整',
} as const
const billLineKind = choice(billLineKinds)

const figures = {
  /** Fen, all of them. What courses earned, less refunds. */
  base: z.int(),
  platformShare: z.int(),
  schoolShare: z.int(),
  /** 本校代收款: what the school took in cash and students spent, and what the platform paid back for it. */
  held: z.int(),
  rent: z.int(),
  adjusted: z.int(),
  /** Positive: the platform owes the school; negative: the school owes. */
  net: z.int(),
}

/** A bill as lists show it. Amounts are fen. */
export const billRow = z.object({
  billId: z.int(),
  no: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  month: billMonth,
  state: billState,
  ...figures,
  /** Of the net, and of its sign. */
  paid: z.int(),
  issuedOn: businessDay,
  dueOn: businessDay,
  /** Past its day, and not paid in full. */
  overdue: z.boolean(),
  /** Counts as confirmed from this day on; null: never by itself. */
  deemedOn: businessDay.nullable(),
  confirmedHow: confirmation.nullable(),
  /** When the platform asked the school last to confirm it. */
  urgedOn: businessDay.nullable(),
  version: z.int(),
})
export type BillRow = z.output<typeof billRow>

const billLine = z.object({
  kind: billLineKind,
  /** 跨期: of a month before the bill's. */
  late: z.boolean(),
  base: z.int(),
  amount: z.int(),
  /** How many orders or refunds stand in it. */
  items: z.int(),
  contractId: z.int().nullable(),
  contractNo: z.string().nullable(),
  mode: choice(contractModes).nullable(),
  bp: z.int().nullable(),
  rent: z.int().nullable(),
  days: z.int().nullable(),
})

/** 代收未用: cash of students that the school holds. `close` = `open` + `taken` − `used` − `refunded` − `reversed`. */
const custody = z.object({
  open: z.int(),
  taken: z.int(),
  used: z.int(),
  refunded: z.int(),
  reversed: z.int(),
  close: z.int(),
})
export type Custody = z.output<typeof custody>

const adjustmentRow = z.object({
  adjustmentId: z.int(),
  amount: z.int(),
  reason: z.string(),
  /** The bill with the objection that this adjustment answers. */
  forBillNo: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
})
export type AdjustmentRow = z.output<typeof adjustmentRow>

/** What a bill says beside its sums. */
const statement = {
  custody,
  /** Of what courses earned: by the organisation that sold them; one alone is left out. */
  points: z.array(z.object({ organId: z.int(), organName: z.string(), base: z.int() })),
  adjustments: z.array(adjustmentRow),
}

/** The bill that a school will get next, as it is now. */
export const currentBill = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  month: billMonth,
  /** The month is over: it may be closed. */
  over: z.boolean(),
  /** The day on which it is closed by itself; null for a month behind the next. */
  closesOn: businessDay.nullable(),
  closeRequested: z.boolean(),
  ...figures,
  lines: z.array(billLine),
  ...statement,
  /** 待签约: what courses earned on days without a contract; in no bill until there is one. */
  uncovered: z.object({ orders: z.int(), amount: z.int() }),
})
/** A school with a month that is under way or waits to be closed. */
export const runningMonth = currentBill.pick({
  schoolId: true,
  schoolName: true,
  month: true,
  over: true,
  closesOn: true,
  closeRequested: true,
})
export type RunningMonth = z.output<typeof runningMonth>
export type CurrentBill = z.output<typeof currentBill>

export const billEventKinds = {
  issued: '出账',
  confirmed: '确认',
  objected: '提出异议',
  remarked: '补充说明',
  withdrawn: '撤回异议',
  answered: '答复',
  settled: '转结算',
  received: '收款',
  paid: '付款',
  voided: '作废收付款',
  invoiced: '登记发票',
} as const
const billEventKind = choice(billEventKinds)

const billEvent = z.object({
  eventId: z.int(),
  at: instant,
  kind: billEventKind,
  /** Null: by itself. */
  memberName: z.string().nullable(),
  text: z.string().nullable(),
  voucherId: z.int().nullable(),
})
export type BillEvent = z.output<typeof billEvent>

export const paymentRow = z.object({
  paymentId: z.int(),
  no: z.string(),
  billId: z.int(),
  billNo: z.string(),
  month: billMonth,
  schoolId: z.int(),
  schoolName: z.string(),
  direction: paymentDirection,
  amount: z.int(),
  method: billPaymentMethod,
  paidOn: businessDay,
  /** Where it was paid to. */
  account: maskedAccount.nullable(),
  voucherId: z.int().nullable(),
  /** Of the other bill of an 抵扣. */
  offsetBillNo: z.string().nullable(),
  /** The file for the bank whose result says so. */
  bankFileNo: z.string().nullable(),
  state: paymentState,
  allowed: choice(payoutWords).nullable(),
  voidReason: z.string().nullable(),
  voidedBy: z.string().nullable(),
  voidedAt: instant.nullable(),
  createdBy: z.string(),
  createdAt: instant,
})
export type PaymentRow = z.output<typeof paymentRow>

/** A statement with all that it shows. */
export const billInfo = billRow.extend({
  lines: z.array(billLine.extend({ lineId: z.int() })),
  ...statement,
  events: z.array(billEvent),
  /** What the school and the platform said about it, the oldest first. */
  thread: z.array(billRemark),
  payments: z.array(paymentRow),
  postings: z.array(posting),
  /** 校验码: SHA-256 over what the bill says, in hexadecimal. */
  digest: z.string(),
  invoiceNo: z.string().nullable(),
  invoiceOn: businessDay.nullable(),
  /** By which the school is paid; null where none was in force. */
  contractId: z.int().nullable(),
  /** The account that the contract names, and the one that is paid to: it counts once a second person agreed. */
  bank: maskedAccount.nullable(),
  account: maskedAccount.nullable(),
  /** The platform's alone: what was asked for and is not paid, the oldest first. */
  requests: z.array(paymentRequest),
  /** The platform's alone: fen that may go to the school now without a second person. */
  unaskedLeft: z.int().nullable(),
})
export type BillInfo = z.output<typeof billInfo>
export type BillInfoLine = BillInfo['lines'][number]

/** An order, or the recharge where cash is told of, that stands in a line. */
export const billItem = z.object({
  itemId: z.int(),
  orderKind: z.enum(['course', 'recharge']),
  orderId: z.int(),
  orderNo: z.string(),
  refundNo: z.string().nullable(),
  studentName: z.string(),
  organName: z.string(),
  day: businessDay,
  amount: z.int(),
})
export type BillItem = z.output<typeof billItem>

/** Refusals about bills: −126yy, by their numbers in the design; from 20 on it has none. */
export const billErrors = {
  monthClosed: error(-12602, '该月已出账，请用调整单'),
  overpaid: error(
    -12603,
    (left: number, how: '收' | '付') => `本账单还需 ${formatFen(left)}，不能超${how}，请修改金额`,
  ),
  billNot: error(-12605, (state: string, act: string) => `账单是“${state}”状态，不能${act}，请刷新后重试`),
  paperMissing: error(-12606, '平台代确认须上传驾校签章的对账单照片'),
  monthNotOver: error(-12608, (month: string) => `${month}尚未结束，请在月末后出账`),
  monthBefore: error(-12626, (month: string) => `请先出账${month}`),
  contractBilled: error(-12610, '合同已出账，不能作废，请改为终止'),
  contractFrozen: error(-12620, '合同已出账，只能修改结束日期、收款账户和附件，其他条款请终止后新签'),
  endInClosedMonth: error(
    -12621,
    (day: string) => `合同不能在已出账月份的最后一天 ${day} 之前结束，请重新选择日期`,
  ),
  nothingToClose: error(-12622, '该驾校没有需要出账的月份，请先签订合同'),
  paymentNot: error(
    -12623,
    (state: string, act: string) => `收付款单是“${state}”状态，不能${act}，请刷新后重试`,
  ),
  paymentDay: error(-12624, '收付日期不能早于出账日，也不能晚于今天，请重新选择'),
  paidTwice: error(
    -12629,
    (no: string) => `10 分钟内已为该账单登记过相同金额的收付款（单号 ${no}），确认不是重复请再次提交`,
  ),
  invoiceDay: error(-12627, '开票日期不能晚于今天，请重新选择'),
  offsetOther: error(-12625, '只能用同一驾校待结算的账单抵扣，请重新选择账单'),
} as const
