import type { FaultySimulator, LiveSimulator } from '@drivesim/contract/devices/running'
import type { ReactNode } from 'react'
import { Tile } from './Tile.tsx'
import styles from './tiles.module.css'
import { DrawnContext, useIsDrawn } from './useIsDrawn.ts'
import { useUnderway } from './useUnderway.ts'

interface Props {
  simulators: readonly LiveSimulator[]
  /** All simulators of the classroom: they give a seat its number. */
  seats: readonly LiveSimulator[]
}

/** The simulators of a classroom in seat order. */
export function Tiles({ simulators, seats }: Props) {
  const orders = useUnderway()
  const seatOf = new Map(seats.map(({ simulatorId }, place) => [simulatorId, place + 1]))
  return (
    <Sight count={simulators.length}>
      {simulators.map(simulator => (
        <Tile
          key={simulator.simulatorId}
          simulator={simulator}
          seat={seatOf.get(simulator.simulatorId)}
          order={orders.get(simulator.simulatorId)}
        />
      ))}
    </Sight>
  )
}

/** Simulators in fault wherever they stand: each says where that is, and what is wrong with it. */
export function FaultTiles({ simulators }: { simulators: readonly FaultySimulator[] }) {
  const orders = useUnderway()
  return (
    <Sight count={simulators.length}>
      {simulators.map(simulator => (
        <Tile
          key={simulator.simulatorId}
          simulator={simulator}
          place={`${simulator.organName} · ${simulator.classroomName}`}
          fault={simulator.fault}
          order={orders.get(simulator.simulatorId)}
        />
      ))}
    </Sight>
  )
}

/** Tells tiles whether they are drawn. A tile that does not ask is not rendered again for it. */
function Sight({ count, children }: { count: number; children: ReactNode }) {
  const [drawn, watch] = useIsDrawn()
  return (
    <div className={styles.tiles} ref={watch} style={{ '--tile-count': count }}>
      <DrawnContext value={drawn}>{children}</DrawnContext>
    </div>
  )
}
