import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  beginDate,
  businessDay,
  checkRangeOrder,
  endDate,
  filter,
  instant,
  organId,
  schoolId,
  searchText,
} from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileFormat, fileOf, page, paging } from '../paging.ts'
import { billMonth } from './bills/billShapes.ts'
import { billDues } from './bills/bills.ts'
import { rechargeChannel, rechargeChannels } from './orders/orderShapes.ts'

const base = '/finance/api/situation'
const read = { method: 'GET', access: ['finance:home'] } as const

/** What a row of 收入明细 is. */
export const incomeKinds = { sale: '课程收款', refund: '课程退款' } as const
export type IncomeKind = keyof typeof incomeKinds

/** 账龄: what schools owe, by how long it is past its day. Each is a filter of the bills' list. */
export const ageingDues = [
  'notDue',
  'late30',
  'late60',
  'late90',
  'later',
] as const satisfies readonly (keyof typeof billDues)[]

const days = { beginDate: filter(beginDate), endDate: filter(endDate) }
const incomeFilter = {
  organId: filter(organId),
  kind: label('收退', filter(choice(incomeKinds))),
  ...days,
}
const balanceFilter = { paramValue: searchText, schoolId: filter(schoolId) }
const custodyFilter = { schoolId: filter(schoolId) }
const uncoveredFilter = { schoolId: filter(schoolId), ...days }

/** Cash that paid a course order on a day, or went back (negative). Fen. */
const incomeRow = z.object({
  fundingId: z.int(),
  day: businessDay,
  orderId: z.int(),
  orderNo: z.string(),
  refundNo: z.string().nullable(),
  studentName: z.string(),
  courseName: z.string(),
  organName: z.string(),
  /** Of the recharge that the money came from. */
  channel: rechargeChannel,
  amount: z.int(),
})
export type IncomeRow = z.output<typeof incomeRow>
export const incomeList = listColumns(incomeRow, {
  orderNo: column.code('课程订单'),
  day: column.day('日期'),
  kind: column.special('收退'),
  studentName: column.text('学员', { widest: 140 }),
  courseName: column.text('课程', { widest: 200 }),
  organName: column.text('机构', { widest: 180 }),
  channel: column.choice('充值方式', rechargeChannels),
  refundNo: column.code('退款单', { optional: true }),
  amount: column.money('金额'),
})
/** 收退 of a row, in words. */
export const incomeKindOf = ({ amount }: IncomeRow): string => incomeKinds[amount > 0 ? 'sale' : 'refund']

/** What a student has to spend. Fen. */
const balanceRow = z.object({
  studentId: z.int(),
  studentName: z.string(),
  schoolName: z.string(),
  cash: z.int(),
  bonus: z.int(),
})
export type BalanceRow = z.output<typeof balanceRow>
export const balanceList = listColumns(balanceRow, {
  studentName: column.text('学员', { widest: 160 }),
  schoolName: column.text('驾校', { widest: 240 }),
  cash: column.money('余额'),
  bonus: column.money('赠送'),
})

/** What a school holds of cash that is its students', against what its contract allows. Fen. */
const custodyRow = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  custody: z.int(),
  /** What it owes of bills past their day, which counts towards the same limit. */
  overdue: z.int(),
  offlineCap: z.int(),
})
export type CustodyRow = z.output<typeof custodyRow>
export const custodyList = listColumns(custodyRow, {
  schoolName: column.text('驾校', { widest: 240 }),
  custody: column.money('代收未用'),
  overdue: column.money('逾期未还'),
  offlineCap: column.money('线下代收上限'),
  used: column.special('已用上限', { numeric: true, unit: '%' }),
})

/** Training that no order had minutes for. */
const uncoveredRow = z.object({
  recordId: z.int(),
  studentId: z.int(),
  studentName: z.string(),
  schoolName: z.string(),
  moduleName: z.string(),
  startedAt: instant,
  day: businessDay,
  minutes: z.int(),
})
export type UncoveredRow = z.output<typeof uncoveredRow>
export const uncoveredList = listColumns(uncoveredRow, {
  studentName: column.text('学员', { widest: 140 }),
  schoolName: column.text('驾校', { widest: 200 }),
  moduleName: column.text('模块'),
  day: column.day('日期', { only: 'file' }),
  startedAt: column.time('开始时间'),
  minutes: column.number('未覆盖分钟'),
})

const ageingStep = z.object({ due: choice(billDues), bills: z.int(), amount: z.int() })

/** By business day: `paid` − `refunded` = `income`. */
const incomeOfMonth = z.object({ paid: z.int(), refunded: z.int(), income: z.int() })
/** 低于标价: sales of the month below the course's list price, and by how much. */
const belowOfMonth = z.object({ orders: z.int(), amount: z.int() })
/** Of the bills of the month: what schools owe and paid of it, what the platform owes and paid of it. */
const billsOfMonth = z.object({
  closed: z.int(),
  platformShare: z.int(),
  schoolShare: z.int(),
  receivable: z.int(),
  received: z.int(),
  payable: z.int(),
  paidOut: z.int(),
})

/** The same figures of an earlier month. Null where there is no data of it, which is not nothing. */
const earlierMonth = z.object({
  month: billMonth,
  /** Null, as the next two: before the first sale. */
  income: incomeOfMonth.nullable(),
  below: belowOfMonth.nullable(),
  uncoveredMinutes: z.int().nullable(),
  /** Null: no bills. */
  bills: billsOfMonth.nullable(),
  /** Null: not everything is looked at, or no file of a channel was posted. */
  fee: z.int().nullable(),
})

/** Fen, but for what is counted. */
const reply = z.object({
  /** Schools of the selection. Bills and balances are of whole schools. */
  schools: z.int(),
  income: incomeOfMonth,
  below: belowOfMonth,
  uncoveredMinutes: z.int(),
  bills: billsOfMonth,
  /** As it is now, of whatever month. */
  now: z.object({
    overdue: z.int(),
    balance: z.int(),
    custody: z.int(),
    offlineCap: z.int(),
    untrained: z.int(),
  }),
  /** 手续费 of channels for the month's days, as posted; null where not everything is looked at: it is no school's. */
  fee: z.int().nullable(),
  monthBefore: earlierMonth,
  yearBefore: earlierMonth,
  /** Twelve months, the asked one last. */
  trend: z.array(
    z.object({
      month: billMonth,
      paid: z.int(),
      refunded: z.int(),
      income: z.int(),
      platformShare: z.int(),
      /** Whether there are bills of the month: without, the platform's share is not known, and 0. */
      billed: z.boolean(),
    }),
  ),
  /** Of what schools owe. */
  ageing: z.array(ageingStep),
  /** Of what the platform owes to schools. */
  payableAgeing: z.array(ageingStep),
  /** By school, or by single service points where their school is not looked at; the largest ten. */
  ranking: z.array(z.object({ organId: z.int(), organName: z.string(), income: z.int() })),
  /** All others. */
  rest: z.object({ organs: z.int(), income: z.int() }),
  /** Recharges that were paid in the month. */
  channels: z.array(z.object({ channel: rechargeChannel, orders: z.int(), amount: z.int() })),
})
export type FinanceOverview = z.output<typeof reply>

/**
 * 财务概况: the money of a month, and the lists that its figures add up from. Income counts by business
 * day, what schools owe by bill.
 */
export const financeOverview = {
  overview: endpoint({
    ...read,
    title: '财务概况',
    forKeys: 'read',
    path: base,
    input: z.object({ month: label('月份', billMonth), organId: filter(organId) }),
    reply,
  }),
  /** The statement with the earlier months beside it, and the tables behind its charts: one file. */
  export: endpoint({
    ...read,
    title: '导出财务概况',
    forKeys: 'read',
    path: `${base}/export`,
    input: z.object({ month: label('月份', billMonth), organId: filter(organId), format: fileFormat }),
    reply: 'file',
    perMinute: 20,
  }),
  incomes: endpoint({
    ...read,
    title: '收入明细',
    forKeys: 'read',
    path: `${base}/incomes`,
    input: z.object({ ...paging, ...incomeFilter }).superRefine(checkRangeOrder),
    reply: page(incomeRow).extend({ sum: z.object({ amount: z.int() }) }),
    columns: incomeList,
  }),
  incomeExport: fileOf(
    'incomes',
    { title: '导出收入明细', forKeys: 'read', path: `${base}/incomes/export`, access: read.access },
    incomeFilter,
    checkRangeOrder,
  ),
  /** Students with a balance, the newest first. */
  balances: endpoint({
    ...read,
    title: '学员余额列表',
    forKeys: 'read',
    path: `${base}/balances`,
    input: z.object({ ...paging, ...balanceFilter }),
    reply: page(balanceRow).extend({ sum: z.object({ cash: z.int(), bonus: z.int() }) }),
    columns: balanceList,
  }),
  balanceExport: fileOf(
    'balances',
    { title: '导出学员余额', forKeys: 'read', path: `${base}/balances/export`, access: read.access },
    balanceFilter,
  ),
  /** Schools that hold cash or may, who holds most first. */
  custodies: endpoint({
    ...read,
    title: '驾校代收列表',
    forKeys: 'read',
    path: `${base}/custodies`,
    input: z.object({ ...paging, ...custodyFilter }),
    reply: page(custodyRow).extend({ sum: z.object({ custody: z.int(), offlineCap: z.int() }) }),
    columns: custodyList,
  }),
  custodyExport: fileOf(
    'custodies',
    { title: '导出驾校代收', forKeys: 'read', path: `${base}/custodies/export`, access: read.access },
    custodyFilter,
  ),
  /** The latest day first. */
  uncovered: endpoint({
    ...read,
    title: '未覆盖训练列表',
    forKeys: 'read',
    path: `${base}/uncovered`,
    input: z.object({ ...paging, ...uncoveredFilter }).superRefine(checkRangeOrder),
    reply: page(uncoveredRow).extend({ sum: z.object({ minutes: z.int() }) }),
    columns: uncoveredList,
  }),
  uncoveredExport: fileOf(
    'uncovered',
    { title: '导出未覆盖训练', forKeys: 'read', path: `${base}/uncovered/export`, access: read.access },
    uncoveredFilter,
    checkRangeOrder,
  ),
}
