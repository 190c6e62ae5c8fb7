import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { RepairOf } from './RepairPage.tsx'

/** 设备维修 of `?simulatorId=`, opened from a work order. */
export default function DeviceRepairPage() {
  return (
    <RecordPage name="simulatorId" what="工单" list="/operation/workOrder">
      {simulatorId => <RepairOf key={simulatorId} simulatorId={simulatorId} />}
    </RecordPage>
  )
}
