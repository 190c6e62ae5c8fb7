import type { UsageRow } from '@drivesim/contract/deviceShapes'
import { devices } from '@drivesim/contract/devices'
import { Link } from 'react-router'
import { effectiveRate } from '../../parts/effectiveRate.ts'
import { duration, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { simulatorPath } from './columns.tsx'

const columns: Column<UsageRow>[] = [
  {
    key: 'simulatorName',
    title: '设备名称',
    clip: 200,
    render: row =>
      row.classroomName === null ? (
        row.simulatorName
      ) : (
        <Link to={simulatorPath(row)} title={row.simulatorName}>
          {row.simulatorName}
        </Link>
      ),
  },
  {
    key: 'simulatorNum',
    title: '设备编号',
    render: row => <span className="ui-digits">{row.simulatorNum}</span>,
  },
  { key: 'carNum', title: '车牌号', render: row => row.carNum },
  {
    key: 'classroomName',
    title: '教室',
    clip: 160,
    render: row => row.classroomName ?? <span className="ui-quiet">已移到其他驾校</span>,
  },
  {
    key: 'seconds',
    title: '训练时长',
    numeric: true,
    render: row => (row.times === 0 ? '未使用' : duration(row.seconds)),
  },
  { key: 'times', title: '训练次数', numeric: true, render: row => number(row.times) },
  { key: 'people', title: '训练人数', numeric: true, render: row => number(row.people) },
  effectiveRate,
]

/** 训练 of 驾校详情: the last thirty days by device, as they are counted in the page's figure. */
export default function SchoolUse({ schoolId }: { schoolId: number }) {
  return (
    <ListPage
      name="schoolUse"
      embedded="use"
      title="近 30 天设备使用情况"
      endpoint={devices.schoolUsePage}
      exportEndpoint={devices.schoolUseExport}
      fixed={{ schoolId }}
      rowKey={row => row.simulatorId}
      columns={columns}
      toolbar={<span className="ui-quiet">近 30 天，按训练时长排列</span>}
      empty={{ title: '还没有设备', hint: '登记设备后，这里按训练时长列出每一台' }}
    />
  )
}
