import { devices } from '@drivesim/contract/devices/devices/devices'
import type { InputOf } from '@drivesim/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { DeviceDetail } from './DeviceDetail.tsx'

/** The simulator of a scanned label. */
export default function DeviceLabelPage(label: InputOf<typeof devices.ofLabel>) {
  const found = useQuery(query(devices.ofLabel, label, { quiet: true }))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <BlockSkeleton height={320} />
  return <DeviceDetail simulatorId={found.data.simulatorId} />
}
