import { ToolOutlined } from '@ant-design/icons'
import type { LiveSimulator } from '@drivesim/contract/devices/running'
import { workOrderStates } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import type { Underway } from '@drivesim/contract/operations/workOrders/workOrders'
import { memo, useContext, useState } from 'react'
import { Link } from 'react-router'
import { stateLooks } from '../../../parts/SimulatorState.tsx'
import { clock, span } from '../../../ui/format.ts'
import { useMinute, useSecond } from '../../../ui/now.ts'
import { TileMenu } from './TileMenu.tsx'
import styles from './tiles.module.css'
import { DrawnContext } from './useIsDrawn.ts'
import { OnWall } from './useWall.ts'
import { WallDoing } from './WallDoing.tsx'

interface Props {
  simulator: LiveSimulator
  /** Its number in the classroom. */
  seat?: number | undefined
  /** Where it stands, among simulators from everywhere. */
  place?: string
  /** What is wrong with it, where that is known. */
  fault?: string | null
  /** Its open work order. */
  order?: Underway | undefined
}

/** One simulator on the live view. It pulses once when its state changes, not when it is first shown. */
export const Tile = memo(function Tile({ simulator, seat, place, fault, order }: Props) {
  const seated = useContext(OnWall) && seat !== undefined
  const { stateId, carNum, simulatorName } = simulator
  const [seen, setSeen] = useState({ state: stateId, changes: 0 })
  if (seen.state !== stateId) setSeen({ state: stateId, changes: seen.changes + 1 })
  const { tone, icon } = stateLooks[stateId]
  return (
    <TileMenu simulator={simulator}>
      <Link
        className={`${styles.tile} ui-tone-${tone}`}
        to={`/device/deviceDetail?simulatorId=${simulator.simulatorId}`}
        data-state={stateId}
      >
        {seen.changes > 0 && <Pulse key={seen.changes} />}
        <span className={styles.top} data-testid="tile-top">
          {seated && (
            <span className={styles.seat} data-testid="tile-seat">
              {seat} 号位
            </span>
          )}
          <span className={styles.car}>{carNum ?? simulatorName}</span>
          {!seated && (
            <span className={styles.state}>
              {icon}
              {simulator.stateName}
            </span>
          )}
        </span>
        <span className={styles.name} title={fault ?? undefined}>
          {fault ?? (carNum === null ? simulator.simulatorNum : simulatorName)}
        </span>
        {seated ? (
          <WallDoing simulator={simulator} order={order} />
        ) : (
          <Doing simulator={simulator} place={place} order={order} />
        )}
      </Link>
    </TileMenu>
  )
})

/** Nobody sees what was out of sight when it changed: it does not pulse later either. */
function Pulse() {
  const drawn = useContext(DrawnContext)
  const [seen] = useState(drawn)
  return seen && <span className={styles.pulse} data-testid="tile-pulse" />
}

function Doing({
  simulator,
  place,
  order,
}: Pick<Props, 'simulator' | 'order'> & { place: string | undefined }) {
  const { stateId, lastSeenAt, student, module, startedAt, stateSince, score } = simulator
  if (stateId === 'training') {
    return (
      <>
        <span className={styles.who} data-testid="tile-who">
          {student ?? '未登记学员'}
        </span>
        <span className={styles.foot}>
          <span className={styles.module} data-testid="tile-module">
            {module}
          </span>
          {startedAt !== null && <Elapsed since={startedAt} />}
        </span>
      </>
    )
  }
  return (
    <>
      <span className={styles.who} data-testid="tile-who" title={place}>
        {place}
        {score !== null && stateId === 'idle' && `上次得分 ${score}`}
      </span>
      <span className={order === undefined ? styles.foot : `${styles.foot} ${styles.both}`}>
        {stateSince !== null && (stateId !== 'offline' || lastSeenAt !== null) && <Since at={stateSince} />}
        {order !== undefined && <Repair order={order} />}
      </span>
    </>
  )
}

function Elapsed({ since }: { since: string }) {
  const now = useSecond(useContext(DrawnContext))
  return (
    <span className={styles.clock} data-testid="tile-clock">
      {clock((now - Date.parse(since)) / 1000)}
    </span>
  )
}

function Since({ at }: { at: string }) {
  const now = useMinute()
  return <span className={styles.since}>已持续 {span(Math.max(0, (now - Date.parse(at)) / 1000))}</span>
}

/** 检修中 while somebody is at it, else how far its order is; the order is named to who asks. */
function Repair({ order: { no, state, underRepair } }: { order: Underway }) {
  const words = underRepair ? '检修中' : `工单${workOrderStates[state]}`
  return (
    <span className={styles.repair} title={`${no} ${words}`}>
      <ToolOutlined aria-hidden /> {words}
    </span>
  )
}
