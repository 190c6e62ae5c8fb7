import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { type SimulatorState, simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import { Button } from 'antd'
import { type LineState, useLine } from '../../../api/live.ts'
import { stateLooks, stateOrder } from '../../../parts/SimulatorState.tsx'
import { duration, number } from '../../../ui/format.ts'
import styles from './head.module.css'
import type { Choice, Rooms } from './places.ts'
import { useCounts, useToday } from './useRunning.ts'

interface Props {
  rooms: Rooms
  organId: number | undefined
  choice: Choice
  onState: (state: SimulatorState | undefined) => void
  wall: boolean
  onWall: () => void
}

/** Counts by state (each shows only its simulators), today's totals, the state of the connection and the link to the wall screen. */
export function RunningHead({
  rooms,
  organId,
  choice: { faults, state: chosen },
  onState,
  wall,
  onWall,
}: Props) {
  const counts = useCounts(rooms, faults ? 'tree' : 'tiles')
  const { data: today } = useToday(organId, faults)
  return (
    <header className={styles.head}>
      <ul className={styles.counts} aria-label="设备状态">
        {stateOrder.map(state => (
          <li key={state}>
            <Counter
              state={state}
              count={counts[state]}
              pressed={state === chosen}
              // What is in fault everywhere is of one state.
              onPress={faults ? undefined : () => onState(state === chosen ? undefined : state)}
            />
          </li>
        ))}
      </ul>
      <dl className={styles.today}>
        <Figure label="今日训练时长" value={today && duration(today.seconds)} />
        <Figure label="今日训练次数" value={today && number(today.times)} />
        <Figure label="今日训练人数" value={today && number(today.people)} />
      </dl>
      <div className={styles.ends}>
        <Line />
        <Button icon={wall ? <FullscreenExitOutlined /> : <FullscreenOutlined />} onClick={onWall}>
          {wall ? '退出大屏' : '大屏模式'}
        </Button>
      </div>
    </header>
  )
}

interface CounterProps {
  state: SimulatorState
  count: number
  pressed: boolean
  onPress: (() => void) | undefined
}

function Counter({ state, count, pressed, onPress }: CounterProps) {
  const { tone, icon } = stateLooks[state]
  const word = simulatorStates[state]
  const look = `${styles.counter} ui-tone-${tone} ${count === 0 ? styles.none : ''}`
  const content = (
    <>
      <span className={styles.count}>{count}</span>
      <span className={styles.countWord}>
        {icon}
        {word}
      </span>
    </>
  )
  if (onPress === undefined) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      className={look}
      aria-pressed={pressed}
      title={pressed ? '显示全部状态' : `只看${word}`}
      onClick={onPress}
    >
      {content}
    </button>
  )
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? '—'}</dd>
    </div>
  )
}

const lineWords: Readonly<Record<LineState, string>> = {
  connecting: '连接中',
  live: '实时',
  reconnecting: '重连中',
  down: '已断开',
}

function Line() {
  const state = useLine(line => line.state)
  return (
    <span className={styles.line} role="status" data-state={state}>
      <span className={styles.lineDot} aria-hidden="true" />
      {lineWords[state]}
    </span>
  )
}
