import { workOrderList } from '@drivesim/contract/operations/workOrders/workOrderList'
import { planNameOf, type WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { deviceWords } from '../../../parts/deviceWords.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordLink } from '../../../ui/record/RecordLink.tsx'
import { Due } from './Due.tsx'
import { workOrderPath } from './paths.ts'
import { Badges, PriorityWord, WorkOrderTag } from './tags.tsx'
import styles from './workOrders.module.css'

/** What and where, as a card's first line and a list's column say it. */
export const subjectOf = ({
  simulatorName,
  carNum,
  roomName,
}: Pick<WorkOrderRow, 'simulatorName' | 'carNum' | 'roomName'>) =>
  simulatorName === null ? `${roomName}（整间教室）` : deviceWords({ simulatorName, carNum })

/** What it is about: of planned work the plan's name, since nothing is broken. */
export const matterOf = (
  row: Pick<WorkOrderRow, 'source' | 'description' | 'componentName' | 'faultTypeName'>,
) => planNameOf(row) ?? `${row.componentName} · ${row.faultTypeName}`

export const workOrderColumns = columnsOf(workOrderList, {
  no: (row, shown) => <RecordLink to={workOrderPath(row)}>{shown}</RecordLink>,
  state: row => (
    <span className={styles.badges}>
      <WorkOrderTag state={row.state} />
      <Badges badges={row.badges} />
    </span>
  ),
  dueAt: row => row.dueAt !== null && <Due row={row} />,
  subject: subjectOf,
  fault: matterOf,
  priority: row => <PriorityWord priority={row.priority} />,
})
