import { members } from '@drivesim/contract/members'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/states.tsx'
import { MemberDetail } from './MemberDetail.tsx'

/** 成员详情 of `?userId=`. */
export default function MemberDetailPage() {
  const [search] = useSearchParams()
  const given = members.detail.input.safeParse({ userId: search.get('userId') ?? undefined })
  if (!given.success)
    return (
      <EmptyState
        title="没有指定成员"
        hint="请从成员列表中打开一名成员"
        action={<Link to="/system/memberManagement">打开成员列表</Link>}
      />
    )
  return <MemberDetail userId={given.data.userId} />
}
