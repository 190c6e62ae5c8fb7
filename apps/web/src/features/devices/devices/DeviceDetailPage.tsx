import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { DeviceDetail } from './DeviceDetail.tsx'

/** 设备详情 of `?simulatorId=`. */
export default function DeviceDetailPage() {
  return (
    <RecordPage kind="device" name="simulatorId" what="设备" list="/device/deviceManagement">
      {simulatorId => <DeviceDetail simulatorId={simulatorId} />}
    </RecordPage>
  )
}
