import { roles } from '@drivesim/contract/roles'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/states.tsx'
import { RoleDetail } from './RoleDetail.tsx'

/** 角色详情 of `?roleId=`. */
export default function RoleDetailPage() {
  const [search] = useSearchParams()
  const given = roles.detail.input.safeParse({ roleId: search.get('roleId') ?? undefined })
  if (!given.success)
    return (
      <EmptyState
        title="没有指定角色"
        hint="请从角色列表中打开一个角色"
        action={<Link to="/system/roleManagement">打开角色列表</Link>}
      />
    )
  return <RoleDetail roleId={given.data.roleId} />
}
