import { Link } from 'react-router'
import { useCan } from '../ui/Can.tsx'

/** A simulator by its name, which leads to its page: 设备详情, or 设备维修 for those who repair and hold no device code. */
export function DeviceLink({ simulatorId, name }: { simulatorId: number; name: string }) {
  const ofDevices = useCan('device')
  const repairs = useCan('ops')
  if (ofDevices) return <Link to={`/device/deviceDetail?simulatorId=${simulatorId}`}>{name}</Link>
  return repairs ? <Link to={`/operation/deviceRepair?simulatorId=${simulatorId}`}>{name}</Link> : name
}
