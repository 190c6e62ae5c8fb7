import { type FeedbackRow, feedbackList, feedbacks } from '@drivesim/contract/people/feedbacks'
import { useChange } from '../../../api/query.ts'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import styles from './feedbacks.module.css'

const columns = columnsOf(feedbackList, {
  content: row => <span className={styles.words}>{row.content}</span>,
})

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
