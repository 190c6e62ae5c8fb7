import { devices } from '@drivesim/contract/devices'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/states.tsx'
import { DeviceDetail } from './DeviceDetail.tsx'

/** 设备详情 of `?simulatorId=`. */
export default function DeviceDetailPage() {
  const [search] = useSearchParams()
  const given = devices.baseInfo.input.safeParse({ simulatorId: search.get('simulatorId') ?? undefined })
  if (!given.success)
    return (
      <EmptyState
        title="没有指定设备"
        hint="请从设备列表中打开一台设备"
        action={<Link to="/device/deviceManagement">打开设备列表</Link>}
      />
    )
  return <DeviceDetail simulatorId={given.data.simulatorId} />
}
