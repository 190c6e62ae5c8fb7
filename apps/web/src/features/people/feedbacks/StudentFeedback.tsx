import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './feedbacks.module.css'

/** 意见反馈: what the student wrote in the app. */
export default function StudentFeedback({ userId }: { userId: number }) {
  const info = useQuery(query(students.info, { userId, queryTypes: ['feedback'] }, { quiet: true }))
  const feedback = info.data?.feedback
  return (
    <Panel title="意见反馈">
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && feedback === undefined && <BlockSkeleton height={64} />}
      {feedback?.length === 0 && <p className="ui-quiet">学员还没有在应用里提交过意见。</p>}
      {feedback !== undefined && feedback.length > 0 && (
        <ul className={styles.list}>
          {feedback.map(({ id, content, createdAt }) => (
            <li key={id}>
              <p>{content}</p>
              <span className="ui-quiet">
                <DateTime at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
