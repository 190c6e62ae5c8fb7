import { rangePresets } from '@drivesim/contract/board/dashboard/boardDates'
import { type BoardPlace, boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import type { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import type { DataOf } from '@drivesim/contract/endpoint'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useLine } from '../../../api/live.ts'
import { FigureChange } from '../../../parts/FigureCard.tsx'
import { shortFigure, unitAfter } from '../../../parts/figureWords.ts'
import { stateLooks, stateOrder } from '../../../parts/SimulatorState.tsx'
import { ChartDrawing } from '../../../ui/chart/ChartDrawing.tsx'
import { dateTime, hourOf, longDay, timeOfDay } from '../../../ui/format.ts'
import { leaveFullScreen } from '../../../ui/fullScreen.ts'
import { useMinute, useSecond } from '../../../ui/now.ts'
import { hoursPlot } from './Hours.tsx'
import { Ranks } from './Ranking.tsx'
import { useOverview } from './reads.ts'
import styles from './tv.module.css'
import { useNightlyReload } from './useNightlyReload.ts'
import { usePlace } from './usePlace.ts'
import { useRem } from './useRem.ts'
import { placeOf, type View } from './view.ts'
import { daysInWords, trendPlot } from './words.ts'

interface Props {
  view: View
  onLeave: () => void
}

/** The board on a wall: blocks 1 to 5, dark, as large as the screen, with no name of a person. Esc leaves it. */
export function Tv({ view, onLeave }: Props) {
  const overview = useOverview(view)
  const line = useLine(({ state }) => state)
  useNightlyReload()
  const rem = useRem()
  const lost = line === 'reconnecting' || line === 'down' || overview.error !== null
  const { data } = overview
  return (
    <FullScreen onLeave={onLeave}>
      <header className={styles.head}>
        <h1>{['数据看板', ...usePlace(view)].join(' · ')}</h1>
        <span className={styles.range}>
          {view.preset === null ? '' : `${rangePresets[view.preset].label}　`}
          {daysInWords(view)}
        </span>
        <span className={lost ? styles.lost : styles.asOf} role="status">
          {lost && '连接已断开，'}
          {data === undefined ? '正在取数' : `数据截至 ${lost ? dateTime(data.asOf) : timeOfDay(data.asOf)}`}
        </span>
        <Clock />
      </header>
      {data !== undefined && (
        <div className={styles.body} data-lost={lost || undefined}>
          <Blocks data={data} place={placeOf(view)} scale={rem / 16} />
        </div>
      )}
    </FullScreen>
  )
}

/** Over everything else, which does not answer meanwhile. */
function FullScreen({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Otherwise 退出大屏 would have the focus and be visible.
    dialog?.focus()
    return () => dialog?.close()
  }, [])
  const leave = () => {
    leaveFullScreen()
    onLeave()
  }
  return (
    <dialog
      ref={box}
      className={styles.tv}
      tabIndex={-1}
      data-theme="dark"
      aria-label="数据看板大屏"
      onCancel={event => {
        event.preventDefault()
        leave()
      }}
    >
      {children}
      <button type="button" className={styles.leave} onClick={leave}>
        退出大屏
      </button>
    </dialog>
  )
}

function Clock() {
  const now = useSecond(true)
  return (
    <p className={styles.clock}>
      {longDay(now)}
      <time dateTime={new Date(now).toISOString()}>{timeOfDay(now)}</time>
    </p>
  )
}

interface BlocksProps {
  data: DataOf<typeof dashboard.overview>
  /** By what the ranking goes. */
  place: BoardPlace
  scale: number
}

function Blocks({ data, place, scale }: BlocksProps) {
  const hourNow = hourOf(useMinute())
  const trend = useMemo(() => trendPlot(data.trend, data.basis.words), [data])
  const hours = useMemo(() => hoursPlot(data.hours, hourNow), [data, hourNow])
  return (
    <>
      <ul className={styles.cards}>
        {data.figures.map(card => {
          const { label, unit } = boardFigures[card.key]
          return (
            <li key={card.key}>
              <span className={styles.label}>{label}</span>
              <span className={styles.value}>
                {shortFigure(unit, card.value)}
                <small>{unitAfter(unit)}</small>
              </span>
              <span className={styles.foot}>
                <span>
                  <FigureChange figure={card} basis={data.basis} />
                </span>
                {card.today !== null && <span>今日 {shortFigure(unit, card.today)}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.left}>
        <Block title={`趋势 · ${boardFigures[data.trend.figure].label}`} className={styles.trend}>
          <ChartDrawing plot={trend} kind="line" theme="dark" scale={1.4 * scale} />
        </Block>
        <Block title="今日时段" className={styles.hours}>
          <ChartDrawing plot={hours} kind="bar" theme="dark" scale={1.4 * scale} />
        </Block>
      </div>
      <div className={styles.right}>
        <Block title={`排名 · ${boardFigures[data.ranking.figure].label}`} className={styles.ranking}>
          <Ranks place={place} ranking={data.ranking} />
        </Block>
        <Block title="设备现状" className={styles.devices}>
          <ul className={styles.states}>
            {stateOrder.map(state => (
              // None of them is nothing to look at: a red nought cries wolf.
              <li
                key={state}
                className={`ui-tone-${data.devices[state] === 0 ? 'quiet' : stateLooks[state].tone}`}
              >
                <b>{data.devices[state]}</b>
                <span>
                  {stateLooks[state].icon} {simulatorStates[state]}
                </span>
              </li>
            ))}
          </ul>
        </Block>
      </div>
    </>
  )
}

function Block({
  title,
  className,
  children,
}: {
  title: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <section className={`${styles.block} ${className}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
