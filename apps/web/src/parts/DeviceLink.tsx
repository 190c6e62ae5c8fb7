import { Link } from 'react-router'
import { useCan } from '../ui/Can.tsx'

/** A simulator's name as a link: to 设备详情, or to 设备维修 for people who repair and hold no device code. */
export function DeviceLink({ simulatorId, name }: { simulatorId: number; name: string }) {
  const ofDevices = useCan('device')
  const repairs = useCan('ops')
  if (ofDevices) return <Link to={`/device/deviceDetail?simulatorId=${simulatorId}`}>{name}</Link>
  return repairs ? <Link to={`/operation/deviceRepair?simulatorId=${simulatorId}`}>{name}</Link> : name
}
