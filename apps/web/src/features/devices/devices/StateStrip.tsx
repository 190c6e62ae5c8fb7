import { dayMilliseconds } from '@drivesim/contract/businessDay'
import {
  type SimulatorDetail,
  type SimulatorState,
  stateNameOf,
} from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { query } from '../../../api/query.ts'
import { stateLooks, stateOrder } from '../../../parts/SimulatorState.tsx'
import { duration, timeOfDay } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './StateStrip.module.css'
import { type Segment, secondsByState, stateSegments } from './stateSegments.ts'

const hoursMarked = [0, 4, 8, 12, 16, 20, 24]

/** The last 24 hours of one device as a strip of states; pointer or arrow keys tell each stretch. */
export function StateStrip({ simulator }: { simulator: SimulatorDetail }) {
  const { simulatorId, lastSeenAt } = simulator
  const intervals = useQuery(query(devices.intervals, { simulatorId }, { quiet: true }))
  const now = useMinute()
  const segments = useMemo(
    () =>
      intervals.data === undefined ? undefined : stateSegments(intervals.data, now - dayMilliseconds, now),
    [intervals.data, now],
  )
  return (
    <Panel title="最近 24 小时">
      {intervals.error !== null ? (
        <ErrorState error={intervals.error} onRetry={() => void intervals.refetch()} />
      ) : segments === undefined ? (
        <BlockSkeleton height={112} />
      ) : (
        <Strip
          segments={segments}
          from={now - dayMilliseconds}
          nameOf={stateId => stateNameOf({ stateId, lastSeenAt })}
        />
      )}
    </Panel>
  )
}

interface StripProps {
  segments: readonly Segment[]
  from: number
  nameOf: (state: SimulatorState) => string
}

function Strip({ segments, from, nameOf }: StripProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const sums = secondsByState(segments)
  const shown = picked === null ? undefined : segments[picked]
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setPicked(Math.min(segments.length - 1, Math.max(0, (picked ?? segments.length) + by)))
  }
  const place = (at: number) => `${((at - from) / dayMilliseconds) * 100}%`
  return (
    <>
      <button
        type="button"
        className={styles.strip}
        aria-label="最近 24 小时的状态，用左右方向键逐段查看"
        onKeyDown={step}
        onBlur={() => setPicked(null)}
        onPointerLeave={() => setPicked(null)}
      >
        {segments.map((segment, index) => (
          <span
            key={segment.from}
            className={`${styles.part} ${segment.state === null ? '' : `ui-tone-${stateLooks[segment.state].tone}`} ${index === picked ? styles.picked : ''}`}
            style={{
              left: place(segment.from),
              width: `${((segment.to - segment.from) / dayMilliseconds) * 100}%`,
            }}
            onPointerEnter={() => setPicked(index)}
          />
        ))}
      </button>
      <div className={`${styles.hours} ui-digits`} aria-hidden="true">
        {hoursMarked.map(hour => (
          <span key={hour}>{timeOfDay(from + hour * 3_600_000)}</span>
        ))}
      </div>
      <p className={`${styles.told} ui-digits`} aria-live="polite">
        {shown === undefined ? <span className="ui-quiet">移到色带上查看每一段</span> : tell(shown, nameOf)}
      </p>
      <div className={styles.legend}>
        {stateOrder
          .filter(state => sums.has(state))
          .map(state => (
            <StateTag key={state} tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
              {nameOf(state)} {duration(sums.get(state) ?? 0)}
            </StateTag>
          ))}
      </div>
    </>
  )
}

function tell({ state, from, to }: Segment, nameOf: StripProps['nameOf']): string {
  const label = state === null ? '没有记录' : nameOf(state)
  return `${timeOfDay(from)} – ${timeOfDay(to)}　${label}　${duration((to - from) / 1000)}`
}
