import { type SimulatorState, simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import type { LiveSimulator } from '@drivesim/contract/devices/running'
import { memo } from 'react'
import { stateOrder } from '../../../parts/SimulatorState.tsx'
import { useMinute } from '../../../ui/now.ts'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { countStates, longIdleHours, tilesToNotice } from './places.ts'
import styles from './running.module.css'
import { Tiles } from './Tiles.tsx'
import { useRoom } from './useRunning.ts'

interface Props {
  roomId: number
  name: string
  /** Only simulators in this state; a classroom without any is left out. */
  state: SimulatorState | undefined
}

/** One classroom: its summary, what stands out first, and its simulators in seat order. Drawn again when one of them changes. */
export const RoomSection = memo(function RoomSection({ roomId, name, state }: Props) {
  const { data: tiles, error, refetch } = useRoom(roomId)
  const shown = state === undefined ? tiles : tiles?.filter(tile => tile.stateId === state)
  if (state !== undefined && shown?.length === 0) return null
  return (
    <section className="room" aria-label={name}>
      <header className={styles.roomHead}>
        <h2>{name}</h2>
        {tiles !== undefined && <Summary tiles={tiles} />}
      </header>
      {shown === undefined ? (
        <NoTiles error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState title="这间教室还没有设备" hint="可以在设备列表中新增设备，或把设备移动过来" />
      ) : (
        <Tiles simulators={shown} seats={tiles ?? shown} />
      )}
    </section>
  )
})

function NoTiles({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error === null ? <BlockSkeleton height={128} /> : <ErrorState error={error} onRetry={onRetry} />
}

function Summary({ tiles }: { tiles: readonly LiveSimulator[] }) {
  const now = useMinute()
  const counts = countStates(tiles)
  const { faults, longIdle } = tilesToNotice(tiles, now)
  return (
    <p className={styles.roomSummary}>
      {faults.length > 0 && <span className={styles.roomFault}>故障：{faults.map(plate).join('、')}</span>}
      {longIdle.length > 0 && (
        <span className={styles.roomIdle} title={longIdle.map(plate).join('、')}>
          {longIdle.length} 台空闲超过 {longIdleHours} 小时
        </span>
      )}
      <span className="ui-quiet">
        {stateOrder
          .filter(state => counts[state] > 0)
          .map(state => `${simulatorStates[state]} ${counts[state]}`)
          .join(' · ')}
      </span>
    </p>
  )
}

/** What people call the simulator: its plate, or its name while it has none. */
function plate({ carNum, simulatorName }: LiveSimulator): string {
  return carNum ?? simulatorName
}
