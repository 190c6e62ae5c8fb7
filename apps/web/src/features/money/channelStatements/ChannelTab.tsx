import { businessDayOf } from '@drivesim/contract/businessDay'
import type { DataOf } from '@drivesim/contract/endpoint'
import { monthWords } from '@drivesim/contract/money/bills/billShapes'
import type { ChannelStatement } from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import { channelStatements } from '@drivesim/contract/money/channelStatements/channelStatements'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useCan } from '../../../ui/Can.tsx'
import { MonthPicker } from '../../../ui/form/MonthPicker.tsx'
import { money, number } from '../../../ui/format.ts'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Days } from './Days.tsx'
import { ImportFile } from './ImportFile.tsx'
import { Statement } from './Statement.tsx'
import styles from './statements.module.css'

/** 渠道对账: the days of a month by channel, a file to drop, and the chosen day's lines. */
export default function ChannelTab() {
  const [search, setSearch] = useSearchParams()
  const today = businessDayOf(serverNow())
  const month = search.get('month') ?? today.slice(0, 7)
  const chosen = Number(search.get('statementId') ?? 0)
  const edits = useCan('finance:edit')
  const statements = useQuery(query(channelStatements.list, { month }, { quiet: true }))
  const gaps = useQuery(query(channelStatements.gaps, { month }, { quiet: true }))
  const show = (values: Readonly<Record<string, string>>) =>
    setSearch(new URLSearchParams({ tab: 'channel', month, ...values }))

  const error = statements.error ?? gaps.error
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void statements.refetch()
          void gaps.refetch()
        }}
      />
    )
  const rows = statements.data?.statements
  const missing = gaps.data?.gaps
  // Where nobody chose a day: the earliest that waits, else the newest.
  const statement =
    rows?.find(({ statementId }) => statementId === chosen) ??
    rows?.findLast(({ unresolved }) => unresolved > 0) ??
    rows?.[0]
  return (
    <div className={styles.stack}>
      <section className={`ui-panel ${styles.card}`} aria-label="渠道账单日历">
        <div className={styles.head}>
          <div className={styles.month}>
            <MonthPicker
              innerLabel="月份"
              until={today.slice(0, 7)}
              value={month}
              onChange={next => next !== null && show({ month: next })}
            />
          </div>
          <p className="ui-quiet">每日上午 10 点后可在渠道的商户后台下载前一日账单</p>
          {rows !== undefined && rows.length > 0 && <Fees statements={rows} />}
          <WaitingLines
            waiting={statements.data?.waiting ?? []}
            month={month}
            onChoose={next => show({ month: next })}
          />
        </div>
        {rows === undefined || missing === undefined ? (
          <BlockSkeleton height={132} />
        ) : (
          <Days
            month={month}
            statements={rows}
            gaps={missing}
            chosen={statement?.statementId}
            onChoose={statementId => show({ statementId: String(statementId) })}
          />
        )}
        {edits && (
          <ImportFile
            onImported={({ statementId, day }) =>
              show({ month: day.slice(0, 7), statementId: String(statementId) })
            }
          />
        )}
      </section>
      {rows !== undefined && statement === undefined && (
        <EmptyState title="本月还没有导入渠道账单" hint="把渠道的日账单文件拖到上面的区域，不用解压" />
      )}
      {statement !== undefined && (
        <Statement key={statement.statementId} statement={statement} edits={edits} />
      )}
    </div>
  )
}

interface WaitingProps {
  waiting: DataOf<typeof channelStatements.list>['waiting']
  month: string
  onChoose: (month: string) => void
}

/** What waits in other months too, which 首页 counts together. */
function WaitingLines({ waiting, month, onChoose }: WaitingProps) {
  if (waiting.every(entry => entry.month === month)) return null
  return (
    <p className={styles.waiting}>
      待处理共 {number(waiting.reduce((sum, { lines }) => sum + lines, 0))} 笔：
      {waiting.map(entry =>
        entry.month === month ? (
          <span key={entry.month}>本月 {number(entry.lines)} 笔</span>
        ) : (
          <button
            key={entry.month}
            type="button"
            className="ui-text-button"
            onClick={() => onChoose(entry.month)}
          >
            {monthWords(entry.month)} {number(entry.lines)} 笔
          </button>
        ),
      )}
    </p>
  )
}

/** 手续费 of the month as 财务概况 counts it; a day that waits has none yet. */
function Fees({ statements }: { statements: readonly ChannelStatement[] }) {
  const posted = statements.reduce((sum, { feePosted }) => sum + feePosted, 0)
  return (
    <p>
      本月手续费 <span className="ui-digits">{money(posted)}</span>
      {statements.some(({ state }) => state === 'open') && (
        <span className="ui-quiet">（有差异的日期处理完后计入）</span>
      )}
    </p>
  )
}
