import { type WorkOrderRow, workOrderSources } from '@drivesim/contract/workOrderShapes'
import { deviceWords } from '../../parts/deviceWords.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { number } from '../../ui/format.ts'
import type { Column } from '../../ui/list/types.ts'
import { RecordLink } from '../../ui/record/RecordLink.tsx'
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
) => (row.source === 'plan' ? row.description : `${row.componentName} · ${row.faultTypeName}`)

export const workOrderColumns: readonly Column<WorkOrderRow>[] = [
  {
    key: 'no',
    title: '工单编号',
    render: row => (
      <RecordLink to={workOrderPath(row)}>
        <span className="ui-digits">{row.no}</span>
      </RecordLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <span className={styles.badges}>
        <WorkOrderTag state={row.state} />
        <Badges badges={row.badges} />
      </span>
    ),
  },
  { key: 'dueAt', title: '到期', sortable: true, render: row => row.dueAt !== null && <Due row={row} /> },
  { key: 'subject', title: '设备', clip: 220, render: subjectOf },
  { key: 'organName', title: '机构', clip: 180, render: row => row.organName },
  { key: 'simulatorNum', title: '设备编号', optional: true, render: row => row.simulatorNum },
  {
    key: 'fault',
    title: '故障',
    clip: 200,
    render: matterOf,
  },
  { key: 'priority', title: '优先级', render: row => <PriorityWord priority={row.priority} /> },
  { key: 'assigneeName', title: '处理人', clip: 120, render: row => row.assigneeName },
  { key: 'roomName', title: '教室', clip: 140, optional: true, render: row => row.roomName },
  { key: 'source', title: '来源', optional: true, render: row => workOrderSources[row.source] },
  { key: 'description', title: '故障描述', clip: 260, optional: true, render: row => row.description },
  {
    key: 'occurrences',
    title: '上报次数',
    numeric: true,
    optional: true,
    render: row => number(row.occurrences),
  },
  { key: 'plannedOn', title: '预约日期', optional: true, render: row => row.plannedOn },
  { key: 'openedAt', title: '创建时间', sortable: true, render: row => <DateTime at={row.openedAt} /> },
  {
    key: 'finishedAt',
    title: '结束时间',
    sortable: true,
    optional: true,
    render: row => <DateTime at={row.finishedAt} />,
  },
]
