import { ExclamationCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { type HomeBlockKey, homeBlocks } from '@drivesim/contract/board/homeBlocks'
import { formatFen } from '@drivesim/contract/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateTime, number, span } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { Button } from '../../../ui/speed/Button.tsx'
import { RowsSkeleton } from '../../../ui/states.tsx'
import type { BlockAnswer, WorkBlockContent } from './blocks.ts'
import styles from './workBlock.module.css'

type Figure = WorkBlockContent['figures'][number]
type Row = WorkBlockContent['rows'][number]

const marks = {
  danger: { tone: 'bad', icon: <WarningOutlined aria-hidden /> },
  warning: { tone: 'warn', icon: <ExclamationCircleOutlined aria-hidden /> },
} as const

interface Props {
  name: HomeBlockKey
  /** Undefined: on its way, or not answered. */
  answer: BlockAnswer | undefined
  failed: boolean
  onRetry: () => void
}

/** What one domain says of this person's work: figures that open their lists, and the first rows. */
export function WorkBlock({ name, answer, failed, onRetry }: Props) {
  const { title, empty } = homeBlocks[name]
  const missing = failed || (answer !== undefined && 'failed' in answer)
  return (
    <Panel
      title={title}
      className={styles.work}
      extra={
        answer !== undefined &&
        'page' in answer &&
        answer.page && <Link to={answer.page.to}>{answer.page.label}</Link>
      }
    >
      {missing && (
        <p className={styles.missing} role="alert">
          {title}暂时读不出来
          <Button className="ant-btn-sm" onClick={onRetry}>
            重试
          </Button>
        </p>
      )}
      {!missing && answer === undefined && <RowsSkeleton rows={6} />}
      {answer !== undefined && 'rows' in answer && (
        <>
          {answer.figures.length > 0 && (
            <ul className={styles.counts} aria-label={`${title}统计`}>
              {answer.figures.map(figure => (
                <li key={figure.label}>
                  <FigureLink figure={figure} />
                </li>
              ))}
            </ul>
          )}
          {answer.rows.length === 0 && <p className={`ui-quiet ${styles.none}`}>{empty}</p>}
          {answer.rows.length > 0 && (
            <ul className={styles.rows} aria-label={title}>
              {answer.rows.map(row => (
                <li key={row.key}>
                  <RowLine row={row} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}

function FigureLink({ figure: { label, unit, value, tone, to } }: { figure: Figure }) {
  const said = unit === 'fen' ? formatFen(value) : number(value)
  const urgent = tone === 'normal' || value === 0 ? null : marks[tone]
  return (
    <Link to={to}>
      <span className="ui-quiet">{label}</span>
      <b className={urgent === null ? undefined : `ui-tone-${urgent.tone}`}>
        {urgent?.icon}
        {said}
      </b>
    </Link>
  )
}

function RowLine({ row: { title, note, mark, tone, at, to } }: { row: Row }) {
  return (
    <>
      <span className={styles.row}>
        <Link to={to}>{title}</Link>
        <span className="ui-quiet" title={note}>
          {note}
        </span>
      </span>
      <span className={styles.mark}>
        {mark !== '' && <Mark tone={tone}>{mark}</Mark>}
        {at !== null && <FromNow at={at} />}
      </span>
    </>
  )
}

function Mark({ tone, children }: { tone: Row['tone']; children: ReactNode }) {
  if (tone === 'normal') return <span>{children}</span>
  const { tone: look, icon } = marks[tone]
  return (
    <StateTag tone={look} icon={icon}>
      {children}
    </StateTag>
  )
}

/** How long it runs or is late, or how long is left. */
function FromNow({ at }: { at: string }) {
  const away = (useMinute() - Date.parse(at)) / 1000
  return (
    <time className="ui-quiet" dateTime={at} title={dateTime(at)}>
      {away < 0 ? `还有 ${span(-away)}` : `已 ${span(away)}`}
    </time>
  )
}
