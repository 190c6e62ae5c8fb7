import type { DepositEntry } from '@drivesim/contract/money/contracts/contractShapes'
import { useState } from 'react'
import { Voucher } from '../../../parts/Voucher.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { money } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'

const columns = (show: (entry: DepositEntry) => void): Column<DepositEntry>[] => [
  { key: 'paidOn', title: '收退日期', render: row => <span className="ui-digits">{row.paidOn}</span> },
  { key: 'kind', title: '收退', render: row => (row.amount > 0 ? '收取' : '退还') },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  {
    key: 'voucher',
    title: '凭证',
    render: row =>
      row.voucherId === null ? null : <OpenButton onOpen={() => show(row)}>查看凭证</OpenButton>,
  },
  { key: 'createdBy', title: '经手人', render: row => row.createdBy },
  { key: 'createdAt', title: '登记时间', render: row => <DateTime at={row.createdAt} /> },
]

/** What was paid of a deposit and given back, and the voucher of the entry that was chosen. */
export function DepositEntries({ entries }: { entries: readonly DepositEntry[] }) {
  const [shown, show] = useState<DepositEntry | null>(null)
  return (
    <>
      <RecordTable
        title="押金收退"
        rows={[...entries]}
        rowKey={row => row.entryId}
        columns={columns(show)}
        empty="还没有收退记录。"
      />
      {shown !== null && shown.voucherId !== null && (
        <Voucher
          key={shown.entryId}
          voucherId={shown.voucherId}
          alt={`${shown.paidOn} ${money(shown.amount)} 的凭证`}
        />
      )}
    </>
  )
}
