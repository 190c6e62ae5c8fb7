import type { FaultySimulator, LiveSimulator } from '@drivesim/contract/running'
import type { ReactNode } from 'react'
import { Tile } from './Tile.tsx'
import styles from './tiles.module.css'
import { Drawn, useDrawn } from './useDrawn.ts'

/** The simulators of a classroom in seat order. */
export function Tiles({ simulators }: { simulators: readonly LiveSimulator[] }) {
  return (
    <Sight count={simulators.length}>
      {simulators.map(simulator => (
        <Tile key={simulator.simulatorId} simulator={simulator} />
      ))}
    </Sight>
  )
}

/** Simulators in fault wherever they stand: each says where that is, and what is wrong with it. */
export function FaultTiles({ simulators }: { simulators: readonly FaultySimulator[] }) {
  return (
    <Sight count={simulators.length}>
      {simulators.map(simulator => (
        <Tile
          key={simulator.simulatorId}
          simulator={simulator}
          place={`${simulator.organName} · ${simulator.classroomName}`}
          fault={simulator.fault}
        />
      ))}
    </Sight>
  )
}

/** Tells tiles whether they are drawn; those that do not ask are not rendered again for it. */
function Sight({ count, children }: { count: number; children: ReactNode }) {
  const [drawn, watch] = useDrawn()
  return (
    <div className={styles.tiles} ref={watch} style={{ '--tile-count': count }}>
      <Drawn value={drawn}>{children}</Drawn>
    </div>
  )
}
