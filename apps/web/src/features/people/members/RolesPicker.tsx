import { roles } from '@drivesim/contract/people/roles'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../../../api/query.ts'
import type { ManyPickerProps, PickerProps } from '../../../parts/picker.ts'
import { clearable } from '../../../ui/clearable.tsx'

function useRoleOptions() {
  const list = useQuery(query(roles.brief))
  // Many schools have one of the same name.
  const options = (list.data ?? []).map(({ roleId, roleName, organName }) => ({
    value: roleId,
    label: `${roleName}（${organName ?? '平台'}）`,
  }))
  return { options, loading: list.isPending }
}

/** Roles that the person may give; those a member has besides (`currentRoles`) stay shown by name. */
export function RolesPicker({
  value = [],
  onChange,
  currentRoles,
  ...rest
}: ManyPickerProps & { currentRoles: readonly { roleId: number; roleName: string }[] }) {
  const { options, loading } = useRoleOptions()
  const others = currentRoles
    .filter(role => !options.some(option => option.value === role.roleId))
    .map(role => ({ value: role.roleId, label: role.roleName }))
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ui-wide"
      placeholder="请选择角色"
      loading={loading}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={[...options, ...others]}
      onChange={(picked: number[]) => onChange?.(picked)}
    />
  )
}

/** One role, as a filter. */
export function RolePicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const { options, loading } = useRoleOptions()
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={<span className="ui-inner-label">{innerLabel}</span>}
      placeholder="全部"
      loading={loading}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value ?? null}
      options={options}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
