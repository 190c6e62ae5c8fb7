import type { PaymentRequest } from '@drivesim/contract/money/bills/payoutShapes'
import { Link } from 'react-router'
import { DateTime } from '../../../ui/DateTime.tsx'
import { money } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { RequestTag } from './tags.tsx'

const columns: readonly Column<PaymentRequest>[] = [
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  { key: 'state', title: '状态', render: row => <RequestTag state={row.state} /> },
  { key: 'account', title: '收款账户', clip: 320, render: row => row.account },
  { key: 'askedBy', title: '提交人', render: row => row.askedBy },
  { key: 'askedAt', title: '提交时间', render: row => <DateTime at={row.askedAt} /> },
  {
    key: 'acts',
    title: '操作',
    render: row => <Link to={`/finacial/approvals?tab=all&approvalId=${row.approvalId}`}>查看申请</Link>,
  },
]

/** 付款申请 of a bill that are not paid yet. */
export function Requests({ requests }: { requests: readonly PaymentRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Panel title="付款申请">
      <RecordTable
        title="付款申请"
        rows={[...requests]}
        rowKey={row => row.requestId}
        columns={columns}
        empty=""
      />
    </Panel>
  )
}
