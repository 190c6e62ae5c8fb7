import { students } from '@drivesim/contract/students'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/states.tsx'
import { StudentDetail } from './StudentDetail.tsx'

/** 学员详情 of `?userId=`. */
export default function StudentDetailPage() {
  const [search] = useSearchParams()
  const given = students.info.input.safeParse({ userId: search.get('userId') ?? undefined })
  if (!given.success)
    return (
      <EmptyState
        title="没有指定学员"
        hint="请从学员列表中打开一名学员"
        action={<Link to="/student/studentManagement">打开学员列表</Link>}
      />
    )
  return <StudentDetail userId={given.data.userId} />
}
