import { PlusOutlined } from '@ant-design/icons'
import { enabledStates } from '@drivesim/contract/enabled'
import { memberList, members, roleNamesOf } from '@drivesim/contract/people/members'
import { Link } from 'react-router'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { RolePicker } from './RolesPicker.tsx'
import { useMemberActions } from './useMemberActions.tsx'

const columns = columnsOf(memberList, {
  userName: row => (
    <Link to={`/system/memberDetail?userId=${row.userId}`} title={row.userName}>
      {row.userName}
    </Link>
  ),
  enabled: row => <EnabledTag enabled={row.enabled} />,
  roles: roleNamesOf,
  lastLoginAt: row => <RelativeTime at={row.lastLoginAt} missing="从未登录" />,
})

const filters: Filter<'paramValue' | 'organId' | 'roleId' | 'enabled'>[] = [
  { name: 'paramValue', label: '成员', kind: 'text', hint: '名称/账号/手机/尾号' },
  {
    name: 'organId',
    label: '机构',
    kind: 'picker',
    render: pickerControl(OrganisationPicker),
  },
  {
    name: 'roleId',
    label: '角色',
    kind: 'picker',
    render: pickerControl(RolePicker),
  },
  {
    name: 'enabled',
    label: '状态',
    kind: 'select',
    options: [
      { value: 'true', label: enabledStates.enabled },
      { value: 'false', label: enabledStates.disabled },
    ],
  },
]

interface Props {
  /** Within the page of this school, its service points' too. */
  schoolId?: number
}

/** The members, or those of a school. */
export function MemberList({ schoolId }: Props) {
  const actions = useMemberActions(schoolId)
  return (
    <>
      <ListPage
        name="members"
        {...(schoolId !== undefined && { embedded: 'members', fixed: { schoolId } })}
        title="成员列表"
        endpoint={members.list}
        exportEndpoint={members.export}
        rowKey={row => row.userId}
        columns={columns}
        filters={schoolId === undefined ? filters : filters.filter(({ name }) => name !== 'organId')}
        actions={actions.of}
        toolbar={
          <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={actions.add}>
            新增成员
          </FormButton>
        }
        empty={{ title: '还没有成员', hint: '点击“新增成员”，为同事开通账号' }}
      />
      {actions.dialogs}
    </>
  )
}
