import { bankFiles, mostInBankFile, type PayableRow } from '@drivesim/contract/money/bankFiles'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { type Key, useState } from 'react'
import { Link } from 'react-router'
import { query, useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './bankFiles.module.css'
import { bankFileReads } from './reads.ts'

/** 可付款的申请: what another person agreed to and nobody has paid, chosen for one file; all whose accounts are complete to begin with. */
export function Payable() {
  const { data, error, refetch } = useQuery(query(bankFiles.payable, undefined, { quiet: true }))
  const [chosen, choose] = useState<readonly Key[] | null>(null)
  const { message } = App.useApp()
  const add = useChange(bankFiles.add, { invalidates: bankFileReads })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />

  const complete = (data ?? []).filter(row => row.complete)
  const taken = complete.filter(({ requestId }) => chosen?.includes(requestId) ?? true)
  const missing = (data ?? []).length - complete.length
  const sum = taken.reduce((all, { amount }) => all + amount, 0)
  const make = async () => {
    const { no } = await add.mutateAsync({ requestIds: taken.map(({ requestId }) => requestId) })
    choose(null)
    message.success(`付款文件 ${no} 已生成，请在下方下载`)
  }
  return (
    <Panel
      title="可付款的申请"
      extra={
        <ActButton
          type="primary"
          loading={add.isPending}
          reason={taken.length === 0 ? '请至少选择一笔收款账户完整的付款申请' : null}
          onClick={() => void make().catch(() => undefined)}
        >
          {taken.length === 0 ? '生成付款文件' : `生成付款文件（${number(taken.length)} 笔，${money(sum)}）`}
        </ActButton>
      }
    >
      {data === undefined ? (
        <BlockSkeleton height={160} />
      ) : (
        <>
          {missing > 0 && (
            <p className={styles.note}>
              {namesOf((data ?? []).filter(row => !row.complete))}
              的收款账户缺少户名、账号或开户行，不会进入文件：
              <Link to="/finacial/configuration?account=missing">补全收款账户</Link>
            </p>
          )}
          {data.length === mostInBankFile && (
            <p className={styles.note}>只列出最早的 {number(mostInBankFile)} 笔，其余在这些付款之后列出</p>
          )}
          <RecordTable
            title="可付款的申请"
            rows={data.filter(({ complete: known }) => known)}
            rowKey={({ requestId }) => requestId}
            columns={[
              { key: 'no', title: '申请单号', render: ({ requestNo }) => requestNo },
              { key: 'school', title: '驾校', render: row => row.schoolName },
              { key: 'bill', title: '账单', render: billLink },
              { key: 'amount', title: '金额', numeric: true, render: ({ amount }) => money(amount) },
              { key: 'account', title: '收款账户', render: accountOf },
              { key: 'by', title: '审批人', render: ({ approvedBy }) => approvedBy },
              { key: 'at', title: '同意时间', render: ({ approvedAt }) => <DateTime at={approvedAt} /> },
            ]}
            chosen={taken.map(({ requestId }) => requestId)}
            onChoose={choose}
            empty="没有等待付款的申请；申请付款并由另一人同意后列在这里。"
          />
        </>
      )}
    </Panel>
  )
}

const billLink = ({ billNo, billId }: PayableRow) => (
  <Link to={`/finacial/statement?billId=${billId}`}>{billNo}</Link>
)

const accountOf = ({ account }: PayableRow) => account

/** By their schools: a few by name. */
function namesOf(rows: readonly PayableRow[]): string {
  const names = [...new Set(rows.map(({ schoolName }) => schoolName))]
  return names.length > 3 ? `${names.slice(0, 3).join('、')} 等 ${names.length} 所驾校` : names.join('、')
}
