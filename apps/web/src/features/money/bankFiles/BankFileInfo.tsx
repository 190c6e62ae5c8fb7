import { type BankFileRow, bankFiles } from '@drivesim/contract/money/bankFiles'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { money } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { OutcomeTag } from './OutcomeTag.tsx'

/** The payments of a file, and what the bank said of each. */
export function BankFileInfo({ file, onClosed }: { file: BankFileRow; onClosed: () => void }) {
  const { data, error, refetch } = useQuery(query(bankFiles.info, { batchId: file.batchId }, { quiet: true }))
  return (
    <ReadDrawer title={`付款文件 ${file.no}`} onClosed={onClosed}>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BlockSkeleton height={240} />
      ) : (
        <RecordTable
          title="付款明细"
          rows={data.items}
          rowKey={({ requestNo }) => requestNo}
          columns={[
            { key: 'no', title: '申请单号', render: ({ requestNo }) => requestNo },
            { key: 'school', title: '驾校', render: ({ schoolName }) => schoolName },
            {
              key: 'bill',
              title: '账单',
              render: ({ billId, billNo }) => (
                <Link to={`/finacial/statement?billId=${billId}`}>{billNo}</Link>
              ),
            },
            { key: 'amount', title: '金额', numeric: true, render: ({ amount }) => money(amount) },
            { key: 'outcome', title: '结果', render: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
            { key: 'reason', title: '失败原因', render: ({ reason }) => reason ?? '—' },
          ]}
          empty="文件中没有付款。"
        />
      )}
    </ReadDrawer>
  )
}
