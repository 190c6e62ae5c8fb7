import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, instant, schoolId, searchText } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'
import { billMonth } from './bills/billShapes.ts'
import { billDues, billSides } from './bills/bills.ts'
import { ageingDues } from './financeOverview.ts'

const base = '/finance/api'

/** What a month still needs, in the order in which it is done. */
export const monthEndSteps = {
  toClose: '出账',
  uncovered: '收入归入合同',
  refunds: '退款办结',
  channels: '渠道对账',
  toCheck: '驾校对账',
  disputed: '答复异议',
  toSettle: '转结算',
  toAsk: '申请付款',
  toApprove: '付款审批',
  toPay: '登记付款',
  toReceive: '驾校还款',
} as const
export type MonthEndStep = keyof typeof monthEndSteps

/** Who has to act for a step to be done. */
export const monthEndHands: Readonly<Record<MonthEndStep, string>> = {
  toClose: '平台财务',
  uncovered: '平台财务',
  refunds: '审批人、渠道',
  channels: '平台财务',
  toCheck: '驾校',
  disputed: '平台财务',
  toSettle: '平台财务',
  toAsk: '平台财务',
  toApprove: '审批人',
  toPay: '平台财务',
  toReceive: '驾校',
}

/** The most rows that a line names; its list has the others. */
export const mostNamedRows = 50

const openRow = z.object({
  /** What it is, and whose: `ZD202611-000001 甲驾校`. */
  name: z.string(),
  /** Since when it waits; null where time says nothing. */
  since: instant.nullable(),
  /** Fen; null where none are meant. */
  amount: z.int().nullable(),
  /** Address of what is open. */
  to: z.string(),
})

const line = z.object({
  step: choice(monthEndSteps),
  /** How many are open; 0: the step is done. */
  open: z.int(),
  amount: z.int().nullable(),
  since: instant.nullable(),
  /** The oldest, at most {@link mostNamedRows}. */
  rows: z.array(openRow),
})
export type MonthEndLine = z.output<typeof line>

/** What a school owes, or is owed, of bills that are not paid, by how long they are past their day. Fen. */
const ageingRow = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  side: choice(billSides),
  notDue: z.int(),
  late30: z.int(),
  late60: z.int(),
  late90: z.int(),
  later: z.int(),
  total: z.int(),
})
export type AgeingRow = z.output<typeof ageingRow>
export const ageingList = listColumns(ageingRow, {
  schoolName: column.text('驾校', { widest: 240 }),
  side: column.choice('结算方向', billSides),
  notDue: column.money(billDues.notDue),
  late30: column.money(billDues.late30),
  late60: column.money(billDues.late60),
  late90: column.money(billDues.late90),
  later: column.money(billDues.later),
  total: column.money('合计'),
})

const ageingFilter = {
  paramValue: searchText,
  schoolId: filter(schoolId),
  side: label('结算方向', filter(choice(billSides))),
}
const part = z.object({ bills: z.int(), amount: z.int() })
const read = { method: 'GET', access: ['finance'] } as const

/** 月结: what a month still needs before it is done; and 账龄 of what schools owe and are owed. */
export const monthEnd = {
  /** The platform's alone. */
  checklist: endpoint({
    method: 'GET',
    access: ['finance:accCheck'],
    title: '月结清单',
    path: `${base}/monthEnd/checklist`,
    input: z.object({ month: label('月份', billMonth) }),
    /** `bills`: of the month. A line for each step, in their order. */
    reply: z.object({ bills: z.int(), lines: z.array(line) }),
  }),
  /** 应收应付账龄, step by step. */
  ageing: endpoint({
    ...read,
    title: '应收应付账龄',
    path: `${base}/ageing`,
    reply: z.array(z.object({ due: z.enum(ageingDues), school: part, platform: part })),
  }),
  /** By school; the largest first. */
  ageingBySchool: endpoint({
    ...read,
    title: '驾校账龄',
    path: `${base}/ageing/list`,
    input: z.object({ ...paging, ...ageingFilter }),
    reply: page(ageingRow),
    columns: ageingList,
  }),
  ageingExport: fileOf(
    'ageingBySchool',
    { ...read, title: '导出驾校账龄', path: `${base}/ageing/export` },
    ageingFilter,
  ),
}
