import { simulatorList } from '@drivesim/contract/devices/devices/deviceShapes'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordLink } from '../../../ui/record/RecordLink.tsx'

/** 设备详情 of one. */
export const simulatorPath = ({ simulatorId }: { simulatorId: number }) =>
  `/device/deviceDetail?simulatorId=${simulatorId}`

/** Columns of the device list; the first leads to the device. */
export const simulatorColumns = columnsOf(simulatorList, {
  simulatorName: row => (
    <RecordLink to={simulatorPath(row)} title={row.simulatorName}>
      {row.simulatorName}
    </RecordLink>
  ),
  stateId: row => <SimulatorStateTag of={row} />,
  lastSeenAt: row => <RelativeTime at={row.lastSeenAt} missing={simulatorList.columns.lastSeenAt.missing} />,
})
