import type { NoticeConfig } from '@drivesim/contract/notices/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { dialogProps } from '../../../ui/DraggableModal.tsx'
import { CardView } from '../../../ui/list/CardView.tsx'
import { TableView } from '../../../ui/list/TableView.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import type { NoticeCalls, SavedRow } from './noticeCalls.ts'
import { noticeColumns } from './noticeColumns.tsx'
import '../../../ui/list/list.css'

interface Props {
  title: string
  calls: NoticeCalls
  /** Whether any row is changed and not saved. */
  onMarked: (marked: boolean) => void
  onDevices: (row: SavedRow) => void
}

type Drafts = Readonly<Partial<Record<NoticeConfig['messageType'], NoticeConfig>>>

/** The notice types of one channel. A row is unchanged until a field is edited, then marked; each is saved on its own (spec §4). */
export function NoticeTable({ title, calls, onMarked, onDevices }: Props) {
  const client = useQueryClient()
  const { modal, message } = App.useApp()
  const narrow = useNarrow()
  const [drafts, setDrafts] = useState<Drafts>({})
  const list = query(calls.list, { pageNum: 0, pageSize: 100 }, { quiet: true })
  // What was read stays until it is saved here: a row must not change under the hand that edits it.
  const saved = useQuery({ ...list, staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' })

  const keep = (next: Drafts) => {
    setDrafts(next)
    onMarked(Object.keys(next).length > 0)
  }
  const drop = ({ messageType }: NoticeConfig) => {
    const { [messageType]: _, ...others } = drafts
    keep(others)
  }
  const restore = (row: NoticeConfig) => {
    drop(row)
    void message.info('已取消修改!')
  }
  const save = async (row: NoticeConfig) => {
    try {
      const now = await call(calls.save, row, { quiet: true })
      client.setQueryData(
        list.queryKey,
        before =>
          before && {
            ...before,
            dataList: before.dataList.map(other => (other.messageType === now.messageType ? now : other)),
          },
      )
      drop(row)
    } catch (error) {
      // By spec §8 nothing is shown: the row stays marked.
      console.error('notice settings were not saved', error)
    }
  }
  const ask = (row: NoticeConfig) =>
    void modal.confirm({
      ...dialogProps,
      title: calls.save.title,
      content: '确认修改',
      okText: '确定',
      cancelText: '取消',
      onOk: () => save(row),
      onCancel: () => restore(row),
    })

  if (saved.isPending) return <RowsSkeleton rows={6} />
  if (saved.data === undefined) return <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />
  const Rows = narrow ? CardView : TableView
  return (
    <Rows
      title={title}
      rows={saved.data.dataList.map(row => drafts[row.messageType] ?? row)}
      rowKey={row => row.messageType}
      columns={noticeColumns({
        isMarked: row => row.messageType in drafts,
        onEdit: (row, change) => keep({ ...drafts, [row.messageType]: { ...row, ...change } }),
        onSave: ask,
        onRestore: restore,
        onDevices,
      })}
      actions={undefined}
      chosen={undefined}
      onChoose={() => undefined}
      dense={false}
    />
  )
}
