import { billDues } from '@drivesim/contract/money/bills/bills'
import type { FinanceOverview } from '@drivesim/contract/money/financeOverview'
import { rechargeChannels } from '@drivesim/contract/money/orders/orderShapes'
import { serverNow } from '../../../api/serverClock.ts'
import { withPartialMonths } from '../../../parts/withPartial.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { number } from '../../../ui/format.ts'
import { type Bar, Bars } from './Bars.tsx'
import type { Links } from './links.ts'

interface Props {
  found: FinanceOverview
  links: Links
}

/** 收入去向: what is left to the platform of what students paid for courses. */
export function WaterfallPanel({ found, links }: Props) {
  const { income, bills, fee } = found
  const afterSchools = income.income - bills.schoolShare
  // Without bills the schools' share is unknown, not nothing: all income would seem to be left.
  const notBilled = bills.closed === 0 ? { unknown: '未出账' } : { note: `按 ${number(bills.closed)} 份账单` }
  const bars: Bar[] = [
    { key: 'paid', label: '课程收款', amount: income.paid, to: links.incomes({ kind: 'sale' }) },
    {
      key: 'refunded',
      label: '减：课程退款',
      from: income.paid,
      amount: 0 - income.refunded,
      to: links.incomes({ kind: 'refund' }),
    },
    { key: 'income', label: '收入金额', amount: income.income, to: links.incomes(), total: true },
    {
      key: 'schools',
      label: '减：驾校分成',
      from: income.income,
      amount: 0 - bills.schoolShare,
      ...notBilled,
      to: links.bills(),
    },
    ...(fee === null
      ? []
      : [
          {
            key: 'fee',
            label: '减：渠道手续费',
            from: afterSchools,
            amount: 0 - fee,
            to: links.fees,
          } satisfies Bar,
        ]),
    {
      key: 'left',
      label: '平台留存',
      amount: afterSchools - (fee ?? 0),
      total: true,
      ...notBilled,
    },
  ]
  return <Bars title="收入去向" bars={bars} empty="这个月还没有收入" />
}

/** 账龄 of what schools owe, and of what the platform owes them. */
export function AgeingPanels({ found, links }: Props) {
  const barsOf = (steps: FinanceOverview['ageing'], to: (due: string) => string) =>
    steps.map(
      ({ due, bills, amount }): Bar => ({
        key: due,
        label: billDues[due],
        amount,
        note: `${number(bills)} 份`,
        to: to(due),
      }),
    )
  const extra = <span className="ui-quiet">截至今天</span>
  return (
    <>
      <Bars
        title="驾校应还账龄"
        term="账龄"
        bars={barsOf(found.ageing, links.owed)}
        empty="没有驾校应还的账单"
        extra={extra}
      />
      <Bars
        title="应付驾校账龄"
        term="账龄"
        bars={barsOf(found.payableAgeing, links.owing)}
        empty="没有应付驾校的账单"
        extra={extra}
      />
    </>
  )
}

export function RankingPanel({ found: { ranking, rest, income }, links }: Props) {
  const bars: Bar[] = [
    ...ranking.map(
      ({ organId, organName, income }): Bar => ({
        key: String(organId),
        label: organName,
        amount: income,
        to: links.incomes({ organId }),
      }),
    ),
    ...(rest.organs === 0
      ? []
      : [
          {
            key: 'rest',
            label: `其余 ${number(rest.organs)} 家`,
            amount: rest.income,
            to: links.ranked,
          } satisfies Bar,
        ]),
    ...(ranking.length < 2
      ? []
      : [
          {
            key: 'all',
            label: '合计',
            amount: income.income,
            to: links.incomes(),
            total: true,
            bare: true,
          } satisfies Bar,
        ]),
  ]
  return <Bars title="收入排名" bars={bars} empty="这个月还没有收入" />
}

export function ChannelPanel({ found: { channels }, links }: Props) {
  const bars = channels.map(
    ({ channel, orders, amount }): Bar => ({
      key: channel,
      label: rechargeChannels[channel],
      amount,
      note: `${number(orders)} 笔`,
      to: links.recharges(channel),
    }),
  )
  return <Bars title="学员充值方式" bars={bars} empty="这个月还没有学员充值" />
}

const yuan = (fen: number) => fen / 100

/** Twelve months; each leads to its own overview. */
export function TrendPanel({ found: { trend }, links }: Props) {
  const series = (name: string, key: 'income' | 'refunded' | 'platformShare') => ({
    name,
    points: trend.map(point => ({
      x: point.month,
      // Without bills the platform's share is not known: that is not nothing.
      value: key === 'platformShare' && !point.billed ? null : yuan(point[key]),
    })),
  })
  return (
    <Chart
      title="近 12 个月"
      kind="bar"
      axis="月份"
      plot={withPartialMonths(
        {
          unit: '元',
          series: [
            series('收入金额', 'income'),
            series('课程退款', 'refunded'),
            series('平台分成（按账单）', 'platformShare'),
          ],
        },
        trend.map(({ month }) => month),
        serverNow(),
      )}
      error={null}
      onRetry={() => undefined}
      linkOf={links.overview}
    />
  )
}
