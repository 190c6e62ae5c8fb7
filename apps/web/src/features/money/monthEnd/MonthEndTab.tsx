import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { businessDayOf, localTime } from '@drivesim/contract/businessDay'
import { addMonths, monthOf } from '@drivesim/contract/money/bills/billing'
import { monthWords } from '@drivesim/contract/money/bills/billShapes'
import {
  type MonthEndLine,
  monthEnd,
  monthEndHands,
  monthEndSteps,
  mostNamedRows,
} from '@drivesim/contract/money/monthEnd'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { MonthPicker } from '../../../ui/form/MonthPicker.tsx'
import { money, number } from '../../../ui/format.ts'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { listOf } from './links.ts'
import styles from './monthEnd.module.css'

/** 月结: what a month still needs, whose turn it is and since when; each line opens what is open. */
export default function MonthEndTab() {
  const [search, setSearch] = useSearchParams()
  const today = businessDayOf(serverNow())
  const month = search.get('month') ?? addMonths(monthOf(today), -1).slice(0, 7)
  const found = useQuery(query(monthEnd.checklist, { month }, { quiet: true }))
  const choose = (next: string | null) =>
    next !== null && setSearch(new URLSearchParams({ tab: 'monthEnd', month: next }))
  return (
    <section className={`ui-panel ${styles.card}`} aria-label="月结清单">
      <h1 className="visually-hidden">月结</h1>
      <div className={styles.head}>
        <div className={styles.month}>
          <MonthPicker innerLabel="月份" until={today.slice(0, 7)} value={month} onChange={choose} />
        </div>
        {found.data !== undefined && <Progress month={month} {...found.data} />}
      </div>
      {found.error !== null ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <BlockSkeleton height={480} />
      ) : (
        <ol className={styles.steps}>
          {found.data.lines.map(line => (
            <li key={line.step}>{line.open === 0 ? <Done {...line} /> : <Open month={month} {...line} />}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface ProgressProps {
  month: string
  bills: number
  lines: readonly MonthEndLine[]
}

function Progress({ month, bills, lines }: ProgressProps) {
  const done = lines.filter(({ open }) => open === 0).length
  return (
    <p role="status">
      {`${monthWords(month)}：${number(bills)} 份账单，${lines.length} 步中完成 ${done} 步`}
    </p>
  )
}

function Done({ step }: MonthEndLine) {
  return (
    <div className={styles.line}>
      <span className={styles.step}>{monthEndSteps[step]}</span>
      <span className={styles.done}>
        <CheckCircleFilled aria-hidden /> 已完成
      </span>
    </div>
  )
}

/** A step that is not done: who has to act, since when, and what is open. */
function Open({ month, step, open, amount, since, rows }: MonthEndLine & { month: string }) {
  const list = listOf(step, month)
  return (
    <details>
      <summary className={styles.line}>
        <span className={styles.step}>{monthEndSteps[step]}</span>
        <span className={styles.waits}>
          <ClockCircleOutlined aria-hidden /> {`${number(open)} 项未完成`}
        </span>
        <span className="ui-quiet">由{monthEndHands[step]}办理</span>
        <span className="ui-quiet">
          {since !== null && (
            <>
              最早 <Day at={since} />
            </>
          )}
        </span>
        <span className={styles.amount}>{amount !== null && money(amount)}</span>
      </summary>
      <ul className={styles.rows}>
        {rows.map(({ name, since: at, amount: own, to }) => (
          <li key={`${name} ${to}`}>
            <Link to={to}>{name}</Link>
            <span className="ui-quiet">{at !== null && <Day at={at} />}</span>
            <span className={styles.amount}>{own !== null && money(own)}</span>
          </li>
        ))}
        {list !== null && (
          <li>
            <Link to={list}>{open > mostNamedRows ? `查看全部 ${number(open)} 项` : '在列表中办理'}</Link>
          </li>
        )}
      </ul>
    </details>
  )
}

/** What waits for weeks waits since a day; of income without a contract no more is known. */
const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="ui-digits">
    {localTime(at).slice(0, 10)}
  </time>
)
