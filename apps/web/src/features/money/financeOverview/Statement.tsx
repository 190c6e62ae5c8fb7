import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { monthWords } from '@drivesim/contract/money/bills/billShapes'
import type { FinanceOverview } from '@drivesim/contract/money/financeOverview'
import {
  type StatementGroup,
  type StatementKey,
  type StatementLine,
  statementOf,
} from '@drivesim/contract/money/financeStatement'
import { Link } from 'react-router'
import { serverNow } from '../../../api/serverClock.ts'
import { changeFrom, compactMoney, money, number } from '../../../ui/format.ts'
import { Term } from '../../../ui/help/Term.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import type { Links } from './links.ts'
import styles from './statement.module.css'

interface Props {
  month: string
  found: FinanceOverview
  links: Links
}

/** The month's money as one statement, beside the month before and the same month of the year before; each figure opens its rows. */
export function Statement({ month, found, links }: Props) {
  const to = addressesOf(links)
  // A month that is under way stands against no whole one.
  const whole = month < businessDayOf(serverNow()).slice(0, 7)
  return (
    <Panel title="收支概况">
      <table className={styles.statement}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{monthWords(month)}</th>
            <th scope="col">上月</th>
            <th scope="col">较上月</th>
            <th scope="col">去年同月</th>
            <th scope="col">较去年同月</th>
          </tr>
        </thead>
        {statementOf(found).map(group => (
          <Group key={group.title} group={group} to={to} whole={whole} />
        ))}
      </table>
      {found.schools === 0 && <p className="ui-quiet">账单、余额和代收按驾校统计，服务点没有单独的数字。</p>}
    </Panel>
  )
}

type Addresses = Readonly<Record<StatementKey, string>>

/** Where the rows of each line are. */
const addressesOf = (links: Links): Addresses => ({
  paid: links.incomes({ kind: 'sale' }),
  refunded: links.incomes({ kind: 'refund' }),
  income: links.incomes(),
  below: links.below,
  uncovered: links.uncovered,
  platformShare: links.bills(),
  schoolShare: links.bills(),
  fee: links.fees,
  receivable: links.owedOfMonth,
  received: links.owedOfMonth,
  payable: links.bills({ side: 'platform' }),
  paidOut: links.bills({ side: 'platform' }),
  overdue: links.owed('overdue'),
  balance: links.balances,
  custody: links.custodies,
  untrained: links.untrained,
})

function Group({ group, to, whole }: { group: StatementGroup; to: Addresses; whole: boolean }) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={6}>
          {group.title}
          <small>{group.basis}</small>
        </th>
      </tr>
      {group.lines.map(line => (
        <tr key={line.key} className={line.total && styles.total}>
          <th scope="row">
            <Term>{line.label}</Term>
            {line.note !== undefined && <small>{line.note}</small>}
          </th>
          <td className={styles.now}>
            <Value line={line} to={to[line.key]} />
          </td>
          <td data-head="上月">{said(line, line.before)}</td>
          <td data-head="较上月">
            <Change line={line} other={line.before} otherName="上月" whole={whole} />
          </td>
          <td data-head="去年同月">{said(line, line.lastYear)}</td>
          <td data-head="较去年同月">
            <Change line={line} other={line.lastYear} otherName="去年同月" whole={whole} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function said({ unit }: StatementLine, value: number | null): string {
  if (value === null) return '—'
  return unit === 'fen' ? money(value) : `${number(value)} 分钟`
}

/** Exact, and rounded beside it to be seen at a glance. */
function Value({ line, to }: { line: StatementLine; to: string }) {
  const { value, unit, label } = line
  const short = value !== null && unit === 'fen' && Math.abs(value) >= 1_000_000 ? compactMoney(value) : null
  return (
    <>
      {short !== null && <small>{short}</small>}
      <Link to={to} aria-label={`${label}，查看明细`}>
        {value === null ? '未出账' : said(line, value)}
      </Link>
    </>
  )
}

const icons = { up: ArrowUpOutlined, down: ArrowDownOutlined, same: MinusOutlined }
/** The colour says whether it is good news, the sign and the word which way it went. */
const turned = { up: 'down', down: 'up', same: 'same' } as const
const words = { up: '增', down: '减', same: '' } as const

interface ChangeProps {
  line: StatementLine
  other: number | null
  otherName: string
  whole: boolean
}

function Change({ line, other, otherName, whole }: ChangeProps) {
  const { value, lessIsBetter = false } = line
  if (value === null || other === null) return <span className="ui-quiet">无可比</span>
  if (!whole) return <span className="ui-quiet">本月未完</span>
  const { direction, figure } = changeFrom(other, value)
  const Icon = icons[direction]
  return (
    <span
      className={`ui-change ui-change-${lessIsBetter ? turned[direction] : direction}`}
      title={`${otherName} ${said(line, other)}`}
    >
      <Icon aria-hidden /> {/%$/.test(figure) && words[direction]} {figure}
    </span>
  )
}
