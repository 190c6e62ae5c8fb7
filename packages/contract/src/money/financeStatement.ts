import type { FinanceOverview } from './financeOverview.ts'

/** One line of 财务概况. */
export interface StatementLine {
  readonly key: StatementKey
  readonly label: string
  readonly unit: 'fen' | 'minutes'
  /** Of the month; of 余额 now. Null: not known yet. */
  readonly value: number | null
  /** Of the month before, and of the same month of the year before; null: nothing to compare with. */
  readonly before: number | null
  readonly lastYear: number | null
  /** A result of those above it. */
  readonly total?: true
  /** An increase is bad news. */
  readonly lessIsBetter?: true
  readonly note?: string
}

export interface StatementGroup {
  readonly title: string
  /** What it is counted by. */
  readonly basis: string
  readonly lines: readonly StatementLine[]
}

const labels = {
  paid: '课程收款',
  refunded: '减：课程退款',
  income: '收入金额',
  below: '低于标价少收',
  uncovered: '未覆盖训练',
  platformShare: '平台分成',
  schoolShare: '驾校分成',
  fee: '渠道手续费',
  receivable: '应收驾校',
  received: '其中已收',
  payable: '应付驾校',
  paidOut: '其中已付',
  overdue: '驾校逾期未还',
  balance: '学员余额',
  custody: '驾校代收未用',
  untrained: '已收未训练',
} as const
export type StatementKey = keyof typeof labels

type Compared = Pick<StatementLine, 'value' | 'before' | 'lastYear'>
type More = Pick<StatementLine, 'total' | 'lessIsBetter' | 'note'>

const line = (
  key: StatementKey,
  compared: Compared,
  more: More = {},
  unit: StatementLine['unit'] = 'fen',
) => ({
  key,
  label: labels[key],
  unit,
  ...compared,
  ...more,
})

/** 财务概况 of a month as one statement, for the page and for its file. What is of whole schools is missing where there are none. */
export function statementOf(found: FinanceOverview): StatementGroup[] {
  return found.schools === 0 ? [incomeLines(found)] : [incomeLines(found), billLines(found), nowLines(found)]
}

function incomeLines({
  income,
  below,
  uncoveredMinutes,
  monthBefore,
  yearBefore,
}: FinanceOverview): StatementGroup {
  const of = (key: 'paid' | 'refunded' | 'income') => ({
    value: income[key],
    before: monthBefore.income?.[key] ?? null,
    lastYear: yearBefore.income?.[key] ?? null,
  })
  const minutes = {
    value: uncoveredMinutes,
    before: monthBefore.uncoveredMinutes,
    lastYear: yearBefore.uncoveredMinutes,
  }
  const short = {
    value: below.amount,
    before: monthBefore.below?.amount ?? null,
    lastYear: yearBefore.below?.amount ?? null,
  }
  return {
    title: '收入与退款',
    basis: '按营业日统计',
    lines: [
      line('paid', of('paid')),
      line('refunded', of('refunded'), { lessIsBetter: true }),
      line('income', of('income'), { total: true }),
      line('below', short, { lessIsBetter: true, note: `${below.orders} 单` }),
      line('uncovered', minutes, { lessIsBetter: true }, 'minutes'),
    ],
  }
}

function billLines({ bills, fee, monthBefore, yearBefore }: FinanceOverview): StatementGroup {
  type Key = Exclude<keyof typeof bills, 'closed'>
  const of = (key: Key) => ({
    // Without bills it is not known what anybody owes: that is not nothing.
    value: bills.closed === 0 ? null : bills[key],
    before: monthBefore.bills?.[key] ?? null,
    lastYear: yearBefore.bills?.[key] ?? null,
  })
  const fees = { value: fee, before: monthBefore.fee, lastYear: yearBefore.fee }
  return {
    title: '应收与应付',
    basis:
      bills.closed === 0
        ? '按账单统计，本月还没有出账'
        : `按账单统计，${bills.closed} 份账单；含跨期项目，与收入不必相等`,
    lines: [
      line('platformShare', of('platformShare')),
      line('schoolShare', of('schoolShare')),
      ...(fee === null ? [] : [line('fee', fees, { lessIsBetter: true })]),
      line('receivable', of('receivable')),
      line('received', of('received')),
      line('payable', of('payable')),
      line('paidOut', of('paidOut')),
    ],
  }
}

function nowLines({ now }: FinanceOverview): StatementGroup {
  // What accounts held on another day is kept nowhere.
  const of = (value: number) => ({ value, before: null, lastYear: null })
  return {
    title: '余额',
    basis: '截至现在，不限月份',
    lines: [
      line('overdue', of(now.overdue), { lessIsBetter: true }),
      line('balance', of(now.balance)),
      line('custody', of(now.custody)),
      line('untrained', of(now.untrained)),
    ],
  }
}
