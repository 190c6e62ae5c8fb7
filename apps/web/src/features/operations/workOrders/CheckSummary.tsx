import type { WorkOrderInfo } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { failedPoints, resultWords } from './answers.ts'
import styles from './detail.module.css'

/** What the checks of an order came to, with the points that failed. */
export function CheckSummary({ order }: { order: WorkOrderInfo }) {
  if (order.checklist === null || order.devices.length === 0) return null
  const failed = failedPoints(order)
  return (
    <section className={styles.checks} aria-label="检查结果">
      <p>{resultWords(order)}</p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ simulatorId, name, points }) => (
            <li key={simulatorId}>
              <strong>{name}</strong>
              <span>{points.length === 0 ? '没有写明哪一项不通过' : points.join('；')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
