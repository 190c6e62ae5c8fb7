import {
  billDues,
  type FinanceOverview,
  type financeOverview,
  type ParsedOf,
  rechargeChannels,
  statementOf,
} from '@drivesim/contract'
import { FileReply, type FileTable, type SignedInCall } from '../../../platform/http/call.ts'
import { type FileColumn, fileRows, yuan } from '../../../platform/http/tableFile.ts'
import { overviewOf } from './service.ts'

/** 财务概况 as one file: the statement, and the tables behind its charts. @throws Refusal notFound */
export async function exportOverview(
  call: Pick<SignedInCall, 'db' | 'scope'>,
  asked: ParsedOf<typeof financeOverview.export>,
): Promise<FileReply> {
  const found = await overviewOf(call, asked)
  return FileReply.ofTables(`财务概况 ${asked.month}`, [
    statement(found, asked.month),
    trend(found),
    ageing('驾校应还账龄', found.ageing),
    ageing('应付驾校账龄', found.payableAgeing),
    ranking(found),
    channels(found),
  ])
}

/** All of it was read at once. */
const table = <Row>(title: string, rows: readonly Row[], columns: readonly FileColumn<Row>[]): FileTable => ({
  title,
  lines: fileRows(columns, ({ last }) => Promise.resolve(last === undefined ? [...rows] : [])),
})

function statement(found: FinanceOverview, month: string): FileTable {
  const rows = statementOf(found).flatMap(({ title, lines }) =>
    lines.map(line => ({ ...line, group: title })),
  )
  const cell = ({ unit }: (typeof rows)[number], value: number | null) =>
    unit === 'fen' ? yuan(value) : value
  return table('概况', rows, [
    ['group', '分类', row => row.group],
    ['label', '项目', row => row.label],
    ['unit', '单位', row => (row.unit === 'fen' ? '元' : '分钟')],
    ['value', month, row => cell(row, row.value)],
    ['before', `上月 ${found.monthBefore.month}`, row => cell(row, row.before)],
    ['lastYear', `去年同月 ${found.yearBefore.month}`, row => cell(row, row.lastYear)],
  ])
}

const trend = ({ trend }: FinanceOverview) =>
  table('近12个月', trend, [
    ['month', '月份', row => row.month],
    ['paid', '课程收款（元）', row => yuan(row.paid)],
    ['refunded', '课程退款（元）', row => yuan(row.refunded)],
    ['income', '收入金额（元）', row => yuan(row.income)],
    ['platformShare', '平台分成（元）', row => (row.billed ? yuan(row.platformShare) : null)],
  ])

const ageing = (title: string, steps: FinanceOverview['ageing']) =>
  table(title, steps, [
    ['due', '账龄', row => billDues[row.due]],
    ['bills', '账单（份）', row => row.bills],
    ['amount', '金额（元）', row => yuan(row.amount)],
  ])

function ranking({ ranking, rest, income }: FinanceOverview) {
  const others = rest.organs === 0 ? [] : [{ organName: `其余 ${rest.organs} 家`, income: rest.income }]
  return table(
    '收入排名',
    [...ranking, ...others, { organName: '合计', income: income.income }],
    [
      ['organName', '机构', row => row.organName],
      ['income', '收入金额（元）', row => yuan(row.income)],
    ],
  )
}

const channels = ({ channels }: FinanceOverview) =>
  table('学员充值方式', channels, [
    ['channel', '充值方式', row => rechargeChannels[row.channel]],
    ['orders', '充值（笔）', row => row.orders],
    ['amount', '金额（元）', row => yuan(row.amount)],
  ])
