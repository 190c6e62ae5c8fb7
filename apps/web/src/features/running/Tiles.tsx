import type { LiveSimulator } from '@drivesim/contract/running'
import type { ReactNode } from 'react'
import { Tile } from './Tile.tsx'
import styles from './tiles.module.css'
import { Drawn, useDrawn } from './useDrawn.ts'

declare module 'react' {
  interface CSSProperties {
    '--tile-count'?: number
  }
}

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

/** Tells tiles whether they are drawn; those that do not ask are not rendered again for it. */
function Sight({ count, children }: { count: number; children: ReactNode }) {
  const [drawn, watch] = useDrawn()
  return (
    <div className={styles.tiles} ref={watch} style={{ '--tile-count': count }}>
      <Drawn value={drawn}>{children}</Drawn>
    </div>
  )
}
