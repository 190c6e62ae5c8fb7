import {
  type WorkOrderInfo,
  workOrderEventKinds,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './detail.module.css'

/** What happened to an order, the newest first; what people say of it has a card of its own. */
export function Timeline({ order }: { order: WorkOrderInfo }) {
  const steps = order.events.filter(({ kind }) => kind !== 'commented')
  return (
    <Panel title="动态">
      <ol className={styles.events}>
        {steps.map(({ eventId, at, kind, memberName, from, to, text }) => (
          <li key={eventId}>
            <span className={styles.eventHead}>
              <strong>{workOrderEventKinds[kind]}</strong>
              <span className="ui-quiet">{memberName ?? '系统'}</span>
              <span className="ui-quiet">
                <DateTime at={at} />
              </span>
              {to !== null && from !== to && (
                <span className="ui-quiet">
                  {from !== null && `${workOrderStates[from]} → `}
                  {workOrderStates[to]}
                </span>
              )}
            </span>
            {text !== null && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
