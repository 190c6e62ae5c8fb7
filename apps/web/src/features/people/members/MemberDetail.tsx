import { KeyOutlined } from '@ant-design/icons'
import { businessDayOf } from '@drivesim/contract/businessDay'
import {
  holdKinds,
  type MemberDetail as MemberDetailRow,
  memberList,
  members,
} from '@drivesim/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { useObjectLog } from '../../../parts/objectLog.tsx'
import { Can, useCan } from '../../../ui/Can.tsx'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { MemberSessions } from './MemberSessions.tsx'
import styles from './members.module.css'
import { useMemberActions } from './useMemberActions.tsx'

/** A member: who they are, what they may do where, and where they are signed in. */
export function MemberDetail({ userId }: { userId: number }) {
  const detail = useQuery(query(members.info, { userId }, { quiet: true }))
  const actions = useMemberActions()
  const log = useObjectLog('member', userId, '账号变更记录')
  useRecordName(detail.data?.userName)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[220, 160]} />
  const member = detail.data
  return (
    <div className="ui-page">
      <PageHead
        title={member.userName}
        tag={
          <>
            <EnabledTag enabled={member.enabled} />
            {member.mustChangePassword && (
              <StateTag tone="warn" icon={<KeyOutlined aria-hidden />}>
                尚未修改初始密码
              </StateTag>
            )}
          </>
        }
        facts={
          <>
            <span>{member.userAccount}</span>
            <span>{member.organName}</span>
            <span>
              最近登录 <RelativeTime at={member.lastLoginAt} missing="从未登录" />
            </span>
          </>
        }
        actions={
          <>
            <Can code="system">
              <Link
                className="ui-link-button"
                to={`/system/operationLog?paramValue=${encodeURIComponent(member.userAccount)}`}
              >
                操作日志
              </Link>
            </Can>
            <HeadActions
              actions={[
                ...actions.of(member),
                ...(member.holds.length === 0
                  ? []
                  : [{ label: '当面核实', onAct: () => actions.attest(member) }]),
              ]}
              more={log}
            />
          </>
        }
      />
      <Panel title="基本信息">
        <Facts
          items={[
            ...factsOf(memberList, member, ['userAccount', 'userPhone', 'userMail', 'organName']),
            ['管理机构', <Names key="organs" names={member.belongOrgans.map(organ => organ.name)} />],
            [memberList.columns.roles.word, <Roles key="roles" roles={member.roles} />],
            ['创建时间', <DateTime key="created" at={member.createdAt} />],
            ['账号关联', <Holds key="holds" holds={member.holds} />],
          ]}
        />
      </Panel>
      <MemberSessions userId={userId} />
      {actions.dialogs}
    </div>
  )
}

/** Who may know how to sign in as them; with these they are one person for what two decide. */
function Holds({ holds }: Pick<MemberDetailRow, 'holds'>) {
  if (holds.length === 0) return '—'
  return holds.map(({ name, how, at }) => `${name} ${businessDayOf(at)} ${holdKinds[how]}`).join('；')
}

function Names({ names }: { names: readonly string[] }) {
  return <span>{names.length === 0 ? '—' : names.join('、')}</span>
}

/** Their roles, leading to what each allows. */
function Roles({ roles }: { roles: readonly { roleId: number; roleName: string }[] }) {
  const mayOpen = useCan('system:role')
  if (!mayOpen || roles.length === 0) return <Names names={roles.map(role => role.roleName)} />
  return (
    <span className={styles.roles}>
      {roles.map(role => (
        <Link key={role.roleId} to={`/system/roleDetail?roleId=${role.roleId}`}>
          {role.roleName}
        </Link>
      ))}
    </span>
  )
}
