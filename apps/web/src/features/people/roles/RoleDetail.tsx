import { memberList, members, roleNamesOf } from '@drivesim/contract/people/members'
import { roles } from '@drivesim/contract/people/roles'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { Can } from '../../../ui/Can.tsx'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { CodeList } from './CodeTree.tsx'
import { RoleKind } from './RoleListPage.tsx'
import { useRoleActions } from './useRoleActions.tsx'

/** A role: what it allows, and who holds it. */
export function RoleDetail({ roleId }: { roleId: number }) {
  const detail = useQuery(query(roles.info, { roleId }, { quiet: true }))
  const navigate = useNavigate()
  const actions = useRoleActions({ onRemoved: () => void navigate('/system/roleManagement') })
  useRecordName(detail.data?.roleName)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[240]} />
  const role = detail.data
  return (
    <div className="ui-page">
      <PageHead
        title={role.roleName}
        tag={<RoleKind role={role} />}
        facts={
          <>
            <span>所属 {role.organName ?? '平台'}</span>
            <span>{number(role.members)} 名成员</span>
            <span>
              创建于 <DateTime at={role.createdAt} />
            </span>
            {role.note !== null && <span>{role.note}</span>}
          </>
        }
        actions={<HeadActions actions={actions.of(role)} />}
      />
      <Panel title="权限">
        <CodeList codes={role.codes} />
      </Panel>
      <Can code="system:user">
        <Panel title="拥有此角色的成员">
          <ListPage
            name="roleMembers"
            title="拥有此角色的成员"
            embedded="members"
            endpoint={members.list}
            exportEndpoint={members.export}
            fixed={{ roleId }}
            rowKey={row => row.userId}
            columns={holders}
            empty={{ title: '还没有成员拥有此角色', hint: '在成员管理中编辑成员，把此角色授予他们' }}
          />
        </Panel>
      </Can>
      {actions.dialogs}
    </div>
  )
}

const kept = new Set(['userName', 'userAccount', 'enabled', 'organName', 'lastLoginAt'])
const holders = columnsOf(memberList, {
  userName: row => <Link to={`/system/memberDetail?userId=${row.userId}`}>{row.userName}</Link>,
  enabled: row => <EnabledTag enabled={row.enabled} />,
  roles: roleNamesOf,
  lastLoginAt: row => <RelativeTime at={row.lastLoginAt} missing="从未登录" />,
}).filter(({ key }) => kept.has(key))
