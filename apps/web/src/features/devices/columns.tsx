import type { SimulatorRow } from '@drivesim/contract/deviceShapes'
import { SimulatorStateTag } from '../../parts/SimulatorState.tsx'
import { RelativeTime } from '../../ui/DateTime.tsx'
import type { Column } from '../../ui/list/types.ts'
import { RecordLink } from '../../ui/record/RecordLink.tsx'

/** 设备详情 of one. */
export const simulatorPath = ({ simulatorId }: { simulatorId: number }) =>
  `/device/deviceDetail?simulatorId=${simulatorId}`

/** Columns of the device list; the first leads to the device. */
export const simulatorColumns: Column<SimulatorRow>[] = [
  {
    key: 'simulatorName',
    title: '设备名称',
    sortable: true,
    clip: 200,
    render: row => (
      <RecordLink to={simulatorPath(row)} title={row.simulatorName}>
        {row.simulatorName}
      </RecordLink>
    ),
  },
  { key: 'stateId', title: '状态', render: row => <SimulatorStateTag of={row} /> },
  {
    key: 'simulatorNum',
    title: '设备编号',
    sortable: true,
    render: row => <span className="ui-digits">{row.simulatorNum}</span>,
  },
  { key: 'carNum', title: '车牌号', sortable: true, render: row => row.carNum },
  { key: 'organName', title: '所属机构', clip: 200, render: row => row.organName },
  { key: 'classroomName', title: '教室', clip: 160, render: row => row.classroomName },
  {
    key: 'lastSeenAt',
    title: '最近上报',
    sortable: true,
    render: row => <RelativeTime at={row.lastSeenAt} missing="从未上报" />,
  },
  { key: 'bindNum', title: '绑定编号', optional: true, render: row => row.bindNum },
  {
    key: 'headsetIp',
    title: '头显 IP',
    render: row => row.headsetIp && <span className="ui-digits">{row.headsetIp}</span>,
  },
  { key: 'model', title: '型号', optional: true, clip: 160, render: row => row.model },
]
