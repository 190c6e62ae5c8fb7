import { Suspense } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { lazyPage } from './app/screens/lazyPage.ts'
import { SiblingPages } from './parts/SiblingPages.tsx'
import { useCan } from './ui/Can.tsx'
import { PageSkeleton } from './ui/states.tsx'

const DevicePage = lazyPage<Label>(() => import('./features/devices/devices/DeviceLabelPage.tsx'))
const RepairPage = lazyPage<Label>(() => import('./features/operations/workOrders/RepairPage.tsx'))
const ReportPage = lazyPage<{ framed: boolean }>(
  () => import('./features/operations/faultReports/ReportPage.tsx'),
)

/** What stands on a label. */
interface Label {
  readonly simulatorNum: string
  readonly check: string
}

/**
 * A scanned label, `/d/<SN>?c=<check>`. People with device rights see the device, people who repair see 设备维修,
 * everybody else sees 故障报修.
 */
export default function ScannedPage() {
  const { simulatorNum = '' } = useParams()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const ofDevices = useCan('device')
  const repairs = useCan('ops')
  if (!ofDevices && !repairs) {
    return (
      <Suspense fallback={<PageSkeleton panels={[320]} />}>
        <ReportPage framed />
      </Suspense>
    )
  }
  const label = { simulatorNum, check: search.get('c') ?? '' }
  const repairing = repairs && (!ofDevices || search.get('view') === 'repair')
  const Page = repairing ? RepairPage : DevicePage
  const address = `${pathname}?c=${encodeURIComponent(label.check)}`
  return (
    <div className="ui-page">
      {ofDevices && repairs && (
        <SiblingPages
          label="这台设备"
          current={repairing ? '维修' : '设备'}
          pages={[
            { title: '设备', to: address },
            { title: '维修', to: `${address}&view=repair` },
          ]}
        />
      )}
      <Suspense fallback={<PageSkeleton panels={[180, 320]} />}>
        <Page {...label} />
      </Suspense>
    </div>
  )
}
