import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { ErrorTrend } from './ErrorTrend.tsx'
import { SubjectScores } from './SubjectScores.tsx'
import { TrainingCalendar } from './TrainingCalendar.tsx'

/** How a student learns: scores by sub-subject, the errors month by month beside the school's, the days of training. */
export default function Training({ userId, userName }: { userId: number; userName: string }) {
  const info = useQuery(query(students.info, { userId, queryTypes: ['scores'] }, { quiet: true }))
  if (info.error !== null) {
    return (
      <Panel title="成绩">
        <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      </Panel>
    )
  }
  const scores = info.data?.scores
  if (scores === undefined) {
    return (
      <Panel title="成绩">
        <RowsSkeleton rows={6} />
      </Panel>
    )
  }
  return (
    <>
      <SubjectScores userId={userId} subjects={scores.subjects} />
      <div className="ui-columns">
        <ErrorTrend trend={scores.trend} userName={userName} />
        <TrainingCalendar days={scores.calendar} />
      </div>
    </>
  )
}
