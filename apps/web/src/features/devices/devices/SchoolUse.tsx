import { usageList } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { Link } from 'react-router'
import { effectiveRate } from '../../../parts/effectiveRate.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { simulatorPath } from './columns.tsx'

const columns = columnsOf(usageList, {
  simulatorName: row =>
    row.classroomName === null ? (
      row.simulatorName
    ) : (
      <Link to={simulatorPath(row)} title={row.simulatorName}>
        {row.simulatorName}
      </Link>
    ),
  classroomName: (_row, shown) => shown ?? <span className="ui-quiet">已移到其他驾校</span>,
  seconds: (row, shown) => (row.times === 0 ? '未使用' : shown),
  rate: effectiveRate,
})

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
