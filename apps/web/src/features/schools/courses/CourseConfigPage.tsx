import { courses } from '@drivesim/contract/schools/courses'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { AppFrame } from '../../../parts/AppFrame.tsx'
import { CardSkeleton, ErrorState } from '../../../ui/states.tsx'
import { Offers } from './Offers.tsx'

/** 课程配置 of the school of `?organizationId=`: what its app offers, with order and prices. */
export default function CourseConfigPage() {
  return <AppFrame page="courseConfig">{({ schoolId }) => <CourseConfig schoolId={schoolId} />}</AppFrame>
}

function CourseConfig({ schoolId }: { schoolId: number }) {
  const offers = useQuery(query(courses.ofSchool, { schoolId }, { quiet: true }))
  if (offers.error !== null) return <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />
  if (offers.data === undefined) return <CardSkeleton height={320} />
  return <Offers schoolId={schoolId} stored={offers.data} />
}
