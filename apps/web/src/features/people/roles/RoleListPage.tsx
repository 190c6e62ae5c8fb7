import { LockOutlined, PlusOutlined } from '@ant-design/icons'
import { type RoleRow, roleList, roles } from '@drivesim/contract/people/roles'
import { Link } from 'react-router'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { useRoleActions } from './useRoleActions.tsx'

const columns = columnsOf(roleList, {
  roleName: (row, shown) => <Link to={`/system/roleDetail?roleId=${row.roleId}`}>{shown}</Link>,
  builtIn: row => <RoleKind role={row} />,
  codes: row => number(row.codes.length),
})

const filters: Filter<'paramValue' | 'organId'>[] = [
  { name: 'paramValue', label: '角色', kind: 'text', hint: '名称的一部分' },
  {
    name: 'organId',
    label: '驾校',
    kind: 'picker',
    render: pickerControl(SchoolPicker),
  },
]

/** Whether a role came with the system or was made by staff. */
export function RoleKind({ role }: { role: RoleRow }) {
  return role.builtIn ? (
    <StateTag tone="quiet" icon={<LockOutlined aria-hidden />}>
      内置
    </StateTag>
  ) : (
    '自定义'
  )
}

/** 角色管理. */
export default function RoleListPage() {
  const actions = useRoleActions()
  return (
    <>
      <ListPage
        name="roles"
        title="角色列表"
        endpoint={roles.list}
        exportEndpoint={roles.export}
        rowKey={row => row.roleId}
        columns={columns}
        filters={filters}
        actions={actions.of}
        toolbar={
          <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={actions.add}>
            新增角色
          </FormButton>
        }
        empty={{ title: '还没有角色', hint: '点击“新增角色”，选好权限后授予成员' }}
      />
      {actions.dialogs}
    </>
  )
}
