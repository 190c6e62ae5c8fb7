import { symptoms } from '@drivesim/contract/operations/faultReports/faultReportCalls'
import { type FaultReportRow, faultReports } from '@drivesim/contract/operations/faultReports/faultReports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { ErrorState } from '../../../ui/states.tsx'

/** What passers-by said who scanned the label; their phone is shown for a reason alone. */
export function ReportsPanel({ orderId }: { orderId: number }) {
  const reports = useQuery(query(faultReports.ofOrder, { orderId }, { quiet: true }))
  const [revealed, reveal] = useState<FaultReportRow | null>(null)
  const mayReveal = useCan('ops:dispatch', 'ops:handle')
  if (reports.error !== null)
    return <ErrorState error={reports.error} onRetry={() => void reports.refetch()} />
  if (reports.data === undefined || reports.data.length === 0) return null
  const columns: readonly Column<FaultReportRow>[] = [
    { key: 'at', title: '时间', render: row => <DateTime at={row.at} /> },
    { key: 'symptom', title: '故障现象', render: row => symptoms[row.symptom] },
    { key: 'description', title: '补充说明', clip: 360, render: row => row.description },
    {
      key: 'phone',
      title: '手机号',
      render: row =>
        row.phone !== null && mayReveal ? (
          <OpenButton onOpen={() => reveal(row)}>{row.phone}</OpenButton>
        ) : (
          row.phone
        ),
    },
  ]
  return (
    <Panel title="扫码报修">
      <RecordTable title="扫码报修" rows={reports.data} rowKey={row => row.id} columns={columns} empty="" />
      {revealed !== null && (
        <Reveal
          what="手机号"
          name="报修人"
          endpoint={faultReports.reveal}
          of={{ id: revealed.id }}
          words={{ phone: '手机号' }}
          onClosed={() => reveal(null)}
        />
      )}
    </Panel>
  )
}
