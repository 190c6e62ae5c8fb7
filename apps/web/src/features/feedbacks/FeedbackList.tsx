import { type FeedbackRow, feedbacks } from '@drivesim/contract/feedbacks'
import { useChange } from '../../api/query.ts'
import { schoolFilter } from '../../parts/schoolFilter.ts'
import { useCan } from '../../ui/Can.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, RowAction } from '../../ui/list/types.ts'
import styles from './feedbacks.module.css'

const columns: Column<FeedbackRow>[] = [
  { key: 'userName', title: '学员', render: row => row.userName },
  {
    key: 'content',
    title: '内容',
    render: row => <span className={styles.words}>{row.content}</span>,
  },
  { key: 'schoolName', title: '驾校', clip: 200, render: row => row.schoolName },
  { key: 'createdAt', title: '提交时间', render: row => <DateTime at={row.createdAt} /> },
]

/** What the apps' users write. */
export default function FeedbackList() {
  const confirm = useConfirm()
  const mayEdit = useCan('app:edit')
  const remove = useChange(feedbacks.remove, { invalidates: [feedbacks.list] })
  const actions = ({ id, userName }: FeedbackRow): RowAction[] => [
    {
      label: '删除',
      removes: true,
      onAct: () =>
        confirm({
          title: `删除“${userName}”的意见反馈？`,
          consequence: '删除后不能恢复，操作日志里保留它的内容。',
          verb: '删除反馈',
          danger: true,
          run: () => remove.mutateAsync({ id }),
        }),
    },
  ]
  return (
    <ListPage
      name="feedback"
      title="意见反馈列表"
      endpoint={feedbacks.list}
      exportEndpoint={feedbacks.export}
      rowKey={row => row.id}
      columns={columns}
      filters={[schoolFilter]}
      {...(mayEdit && { actions })}
      empty={{ title: '还没有意见反馈', hint: '学员在应用里提交的意见会出现在这里' }}
    />
  )
}
