import { mostFaults } from '@drivesim/contract/devices/running'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import styles from './running.module.css'
import { FaultTiles } from './Tiles.tsx'
import { useFaults } from './useFaults.ts'

/** 全部故障: what is in fault now in all organisations of the scope, and where it stands. */
export function Faults() {
  const { data: simulators, error, refetch } = useFaults()
  if (simulators === undefined) {
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
    return <BlockSkeleton height={128} />
  }
  if (simulators.length === 0)
    return <EmptyState title="现在没有故障的设备" hint="有设备报出故障时，它会立即出现在这里" />
  return (
    <section aria-label="全部故障">
      <header className={styles.roomHead}>
        <h2>全部故障</h2>
        <p className={styles.roomSummary}>
          <span className="ui-quiet">
            {simulators.length < mostFaults
              ? '持续最久的在前'
              : `只显示持续最久的 ${mostFaults} 台，其余请按机构查看`}
          </span>
        </p>
      </header>
      <FaultTiles simulators={simulators} />
    </section>
  )
}
