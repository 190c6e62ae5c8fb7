import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { simulatorStates } from '@drivesim/contract/deviceShapes'
import { Button } from 'antd'
import { type LineState, useLine } from '../../api/live.ts'
import { stateLooks, stateOrder } from '../../parts/SimulatorState.tsx'
import { duration, number } from '../../ui/format.ts'
import type { Rooms } from './board.ts'
import { useCounts, useToday } from './useBoard.ts'

interface Props {
  rooms: Rooms
  organId: number | undefined
  wall: boolean
  onWall: () => void
}

/** Counts by state, today's totals, the line's state and the way to the wall screen. */
export function BoardHead({ rooms, organId, wall, onWall }: Props) {
  const counts = useCounts(rooms)
  const { data: today } = useToday(organId)
  return (
    <header className="board-head">
      <ul className="board-counts" aria-label="设备状态">
        {stateOrder.map(state => (
          <li
            key={state}
            className={`ui-tone-${stateLooks[state].tone} ${counts[state] === 0 ? 'board-none' : ''}`}
          >
            <span className="board-count">{counts[state]}</span>
            <span className="board-count-word">
              {stateLooks[state].icon}
              {simulatorStates[state]}
            </span>
          </li>
        ))}
      </ul>
      <dl className="board-today">
        <Figure label="今日训练时长" value={today && duration(today.seconds)} />
        <Figure label="今日训练次数" value={today && number(today.times)} />
        <Figure label="今日训练人数" value={today && number(today.people)} />
      </dl>
      <div className="board-ends">
        <Line />
        <Button icon={wall ? <FullscreenExitOutlined /> : <FullscreenOutlined />} onClick={onWall}>
          {wall ? '退出大屏' : '大屏模式'}
        </Button>
      </div>
    </header>
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
    <span className={`board-line board-line-${state}`} role="status">
      <span className="board-line-dot" aria-hidden="true" />
      {lineWords[state]}
    </span>
  )
}
