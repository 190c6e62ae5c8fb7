import { simulatorStates } from '@drivesim/contract/deviceShapes'
import type { LiveSimulator } from '@drivesim/contract/running'
import { memo, useContext, useState } from 'react'
import { Link } from 'react-router'
import { stateLooks } from '../../parts/SimulatorState.tsx'
import { clock, span } from '../../ui/format.ts'
import { useMinute, useSecond } from '../../ui/now.ts'
import { Drawn } from './useDrawn.ts'

/** One simulator on the board. It pulses once when its state changes, not when it is first shown. */
export const Tile = memo(function Tile({ simulator }: { simulator: LiveSimulator }) {
  const { stateId, carNum, simulatorName } = simulator
  const [seen, setSeen] = useState({ state: stateId, changes: 0 })
  if (seen.state !== stateId) setSeen({ state: stateId, changes: seen.changes + 1 })
  const { tone, icon } = stateLooks[stateId]
  return (
    <Link
      className={`tile ui-tone-${tone}`}
      to={`/device/deviceDetail?simulatorId=${simulator.simulatorId}`}
      data-state={stateId}
    >
      {seen.changes > 0 && <Pulse key={seen.changes} />}
      <span className="tile-top">
        <span className="tile-car">{carNum ?? simulatorName}</span>
        <span className="tile-state">
          {icon}
          {simulatorStates[stateId]}
        </span>
      </span>
      <span className="tile-name">{carNum === null ? simulator.simulatorNum : simulatorName}</span>
      <Doing simulator={simulator} />
    </Link>
  )
})

/** Nobody sees what was out of sight when it changed: it does not pulse later either. */
function Pulse() {
  const drawn = useContext(Drawn)
  const [seen] = useState(drawn)
  return seen && <span className="tile-pulse" />
}

function Doing({ simulator }: { simulator: LiveSimulator }) {
  const { stateId, student, module, startedAt, stateSince, score } = simulator
  if (stateId === 'training') {
    return (
      <>
        <span className="tile-who">{student ?? '未登记学员'}</span>
        <span className="tile-foot">
          <span className="tile-module">{module}</span>
          {startedAt !== null && <Elapsed since={startedAt} />}
        </span>
      </>
    )
  }
  return (
    <>
      <span className="tile-who">{score !== null && stateId === 'idle' && `上次得分 ${score}`}</span>
      <span className="tile-foot">{stateSince !== null && <Since at={stateSince} />}</span>
    </>
  )
}

function Elapsed({ since }: { since: string }) {
  const now = useSecond(useContext(Drawn))
  return <span className="tile-clock">{clock((now - Date.parse(since)) / 1000)}</span>
}

function Since({ at }: { at: string }) {
  const now = useMinute()
  return <span>已持续 {span(Math.max(0, (now - Date.parse(at)) / 1000))}</span>
}
