import { devices } from '@drivesim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { query } from '../../api/query.ts'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import { DeviceDetail } from './DeviceDetail.tsx'

/** What a scanned label leads staff to: `/d/<SN>?c=<check>` shows the simulator. */
export default function DeviceLabelPage() {
  const { simulatorNum = '' } = useParams()
  const [search] = useSearchParams()
  const input = { simulatorNum, check: search.get('c') ?? '' }
  const found = useQuery(query(devices.ofLabel, input, { quiet: true }))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <BlockSkeleton height={320} />
  return <DeviceDetail simulatorId={found.data.simulatorId} />
}
