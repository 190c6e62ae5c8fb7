import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import {
  type BankFileRow,
  bankFileErrors,
  bankFileStates,
  bankFiles,
  shownBankFiles,
} from '@drivesim/contract/money/bankFiles'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { BankFileInfo } from './BankFileInfo.tsx'
import { DownloadForm } from './DownloadForm.tsx'
import { ReadResult } from './ReadResult.tsx'
import { bankFileReads } from './reads.ts'

const looks: Readonly<Record<BankFileRow['state'], { tone: Tone; icon: ReactNode }>> = {
  open: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  done: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  cancelled: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

type Opened = { readonly what: 'info' | 'download' | 'result'; readonly file: BankFileRow }

/** 付款文件: what went to the bank, and what came of it. */
export function BankFileList({ extra }: { extra: ReactNode }) {
  const { data, error, refetch } = useQuery(query(bankFiles.list, undefined, { quiet: true }))
  const [opened, open] = useState<Opened | null>(null)
  const cancel = useChange(bankFiles.cancel, { invalidates: bankFileReads })
  const ask = useConfirm()
  const { message } = App.useApp()
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />

  const close = () => open(null)
  const actions = (file: BankFileRow): RowAction[] => {
    const reason =
      file.state === 'open' ? null : bankFileErrors.bankFileOver.sentence(bankFileStates[file.state])
    return [
      { label: '明细', onAct: () => open({ what: 'info', file }) },
      { label: '下载', reason, onAct: () => open({ what: 'download', file }) },
      { label: '回读结果', reason, onAct: () => open({ what: 'result', file }) },
      {
        label: '取消',
        reason,
        removes: true,
        onAct: () =>
          void ask({
            title: `取消付款文件“${file.no}”？`,
            consequence: '没有结果的付款可以再次进入文件。请确认银行没有执行这个文件，否则会重复付款。',
            verb: '取消付款文件',
            stay: '返回',
            danger: true,
            run: async () => {
              await cancel.mutateAsync({ batchId: file.batchId })
              message.success('已取消付款文件')
            },
          }),
      },
    ]
  }
  return (
    <Panel title="付款文件" extra={extra}>
      {data === undefined ? (
        <BlockSkeleton height={160} />
      ) : (
        <>
          <RecordTable
            title="付款文件"
            rows={data}
            rowKey={({ batchId }) => batchId}
            columns={[
              { key: 'no', title: '编号', render: ({ no }) => no },
              { key: 'state', title: '状态', render: stateOf },
              { key: 'payments', title: '笔数', numeric: true, render: ({ payments }) => number(payments) },
              { key: 'amount', title: '金额', numeric: true, render: ({ amount }) => money(amount) },
              { key: 'paid', title: '成功', numeric: true, render: ({ paid }) => number(paid) },
              { key: 'failed', title: '失败', numeric: true, render: ({ failed }) => number(failed) },
              { key: 'by', title: '经手人', render: ({ createdBy }) => createdBy },
              { key: 'at', title: '生成时间', render: ({ createdAt }) => <DateTime at={createdAt} /> },
            ]}
            actions={actions}
            empty="还没有付款文件；选好上面的付款申请，点击“生成付款文件”。"
          />
          {data.length === shownBankFiles && <p className="ui-quiet">只列出最近 {shownBankFiles} 个</p>}
        </>
      )}
      {opened?.what === 'info' && <BankFileInfo file={opened.file} onClosed={close} />}
      {opened?.what === 'download' && <DownloadForm file={opened.file} onClosed={close} />}
      {opened?.what === 'result' && <ReadResult file={opened.file} onClosed={close} />}
    </Panel>
  )
}

function stateOf({ state }: BankFileRow) {
  return (
    <StateTag tone={looks[state].tone} icon={looks[state].icon}>
      {bankFileStates[state]}
    </StateTag>
  )
}
