import { businessDayOf } from '@drivesim/contract/businessDay'
import { monthWords } from '@drivesim/contract/money/bills/billShapes'
import type { FinanceOverview } from '@drivesim/contract/money/financeOverview'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/serverClock.ts'
import { changeFrom, compactMoney, money, number } from '../../../ui/format.ts'
import { KeyFigure } from '../../../ui/KeyFigure.tsx'
import type { Links } from './links.ts'
import styles from './overview.module.css'

interface Props {
  month: string
  found: FinanceOverview
  links: Links
}

/** The figures of the month, of its bills, and of now; each opens what it adds up from. */
export function Figures({ month, found, links }: Props) {
  const { income, below, uncoveredMinutes, bills, now, schools } = found
  // A month that is under way stands against no whole one.
  const before = month < businessDayOf(serverNow()).slice(0, 7) ? found.trend.at(-2) : undefined
  // Without bills it is not known what anybody owes: that is not nothing.
  const billed = (fen: number) => (bills.closed === 0 ? null : fen)
  return (
    <>
      <Group title={`${monthWords(month)}收入`} basis="按营业日统计">
        <Fen label="课程收款" fen={income.paid} before={before?.paid} to={links.incomes({ kind: 'sale' })} />
        <Fen
          label="课程退款"
          fen={income.refunded}
          before={before?.refunded}
          lessIsBetter
          to={links.incomes({ kind: 'refund' })}
        />
        <Fen
          label="收入金额"
          fen={income.income}
          before={before?.income}
          to={links.incomes()}
          parts="课程收款 − 课程退款"
        />
        <Fen label="低于标价少收" fen={below.amount} to={links.below} parts={`${number(below.orders)} 单`} />
        <KeyFigure
          label="未覆盖训练"
          value={`${number(uncoveredMinutes)} 分钟`}
          to={links.uncovered}
          parts={<span className="ui-quiet">没有课程分钟可扣</span>}
        />
      </Group>
      {schools === 0 ? (
        <p className="ui-quiet">账单、余额和代收按驾校统计，服务点没有单独的数字。</p>
      ) : (
        <>
          <Group
            title={`${monthWords(month)}账单`}
            basis={
              bills.closed === 0
                ? '按账单统计，本月还没有出账'
                : `按账单统计，${number(bills.closed)} 份账单；含跨期项目，与收入不必相等`
            }
          >
            <Fen
              label="平台分成"
              fen={billed(bills.platformShare)}
              before={before?.billed ? before.platformShare : undefined}
              to={links.bills()}
            />
            <Fen label="应收驾校" fen={billed(bills.receivable)} to={links.owedOfMonth} />
            <Fen label="已收" fen={billed(bills.received)} to={links.owedOfMonth} />
            <Fen
              label="应付驾校"
              fen={billed(bills.payable)}
              to={links.bills({ side: 'platform' })}
              {...(bills.closed > 0 && { parts: `已付 ${money(bills.paidOut)}` })}
            />
          </Group>
          <Group title="现在" basis="截至目前，不限月份">
            <Fen label="逾期未还" fen={now.overdue} to={links.owed('overdue')} />
            <Fen label="学员余额" fen={now.balance} to={links.balances} parts="充值后还没有购课" />
            <Fen
              label="驾校代收未用"
              fen={now.custody}
              to={links.custodies}
              parts={`代收上限 ${money(now.offlineCap)}`}
            />
            <Fen label="已收未训练" fen={now.untrained} to={links.untrained} parts="购课后还没有训练" />
          </Group>
        </>
      )}
    </>
  )
}

function Group({ title, basis, children }: { title: string; basis: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>
        {title}
        <small className={styles.basis}>{basis}</small>
      </h2>
      <div className="ui-figures">{children}</div>
    </section>
  )
}

interface FenProps {
  label: string
  /** Null: 未出账. */
  fen: number | null
  /** The same of the month before. */
  before?: number | undefined
  lessIsBetter?: boolean
  to: string
  parts?: string
}

/** An amount, rounded to be seen at a glance, and exact below it for whoever needs the fen. */
function Fen({ label, fen, before, lessIsBetter = false, to, parts }: FenProps) {
  if (fen === null) return <KeyFigure label={label} value="未出账" to={to} />
  const short = compactMoney(fen)
  const exact = money(fen)
  return (
    <KeyFigure
      label={label}
      value={short}
      to={to}
      lessIsBetter={lessIsBetter}
      {...(before !== undefined && {
        change: changeFrom(before, fen),
        against: '比上月',
        told: `上月 ${money(before)}`,
      })}
      parts={
        <>
          {short !== exact && <span className="ui-quiet ui-digits">{exact}</span>}
          {parts && <span className="ui-quiet">{parts}</span>}
        </>
      }
    />
  )
}
