import { courses } from '@drivesim/contract/schools/courses'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { pagesOfApp } from '../../../parts/AppFrame.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { CardSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { OfferedList } from './OfferedList.tsx'

/** 课程 of 驾校详情: what its app offers; changed at 课程配置, a page that asks before it throws away what was set. */
export default function SchoolCourses({ schoolId }: { schoolId: number }) {
  const offers = useQuery(query(courses.ofSchool, { schoolId }, { quiet: true }))
  if (offers.error !== null) return <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />
  if (offers.data === undefined) return <CardSkeleton height={320} />
  const offered = offers.data.filter(offer => offer.offered)
  return (
    <Panel
      title={`在售课程（${offered.length}）`}
      extra={
        <Link className="ui-link-button" to={`${pagesOfApp.courseConfig.path}${schoolId}`}>
          配置课程
        </Link>
      }
    >
      {offered.length === 0 ? (
        <EmptyState title="还没有在售课程" hint="在课程配置中选择课程上架，学员在应用中就能购买" />
      ) : (
        <OfferedList offers={offered} />
      )}
    </Panel>
  )
}
