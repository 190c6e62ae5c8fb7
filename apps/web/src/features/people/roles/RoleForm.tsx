import { type AccessCode, accessNames, isAccessCode } from '@drivesim/contract/access'
import { type RoleRow, roleForm, roles } from '@drivesim/contract/people/roles'
import { Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { CodeTree } from './CodeTree.tsx'
import { roleReads } from './reads.ts'

/** 新增角色. */
export function AddRole({ onClosed }: { onClosed: () => void }) {
  const add = useChange(roles.add, { invalidates: roleReads, quiet: true })
  const made = useAddedMessage()
  return (
    <DrawerForm
      title="新增角色"
      submitText="新增角色"
      schema={roleForm}
      initial={{ codes: [] }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { roleId } = await add.mutateAsync(values)
        made(`角色“${values.roleName}”`, `/system/roleDetail?roleId=${roleId}`)
      }}
      onClosed={onClosed}
    >
      <Field name="roleName">
        <Input maxLength={30} placeholder="如 教务主管" />
      </Field>
      <Field
        name="organId"
        help="驾校的角色只给该驾校的成员；平台角色所有机构可用，只能由管理整个平台的成员新增"
      >
        <SchoolPicker placeholder="不选为平台角色" />
      </Field>
      <RoleFields />
    </DrawerForm>
  )
}

/** 编辑角色, from the newest version of it. */
export function EditRole({ role, onClosed }: { role: RoleRow; onClosed: () => void }) {
  const modify = useChange(roles.modify, { invalidates: roleReads, quiet: true })
  return (
    <DrawerForm
      title={`编辑角色 ${role.roleName}`}
      submitText="保存"
      schema={roles.modify.input}
      initial={known(role)}
      fromLatest={known}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="roleName">
        <Input maxLength={30} />
      </Field>
      <RoleFields />
    </DrawerForm>
  )
}

function RoleFields() {
  return (
    <>
      <Field name="note">
        <Input.TextArea rows={2} maxLength={200} placeholder="这个角色给谁用、做什么" />
      </Field>
      <Field name="codes" required={false} help="变更后，拥有此角色的成员在下一次操作时生效，不需要重新登录">
        <CodeTree />
      </Field>
    </>
  )
}

/** A role without codes of another version of the system, which the form could not send back. */
function known(role: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...role, codes: codesOf(role.codes) }
}

function codesOf(value: unknown): AccessCode[] {
  return Array.isArray(value) ? value.map(String).filter(isAccessCode) : []
}

function describe(name: string, value: unknown) {
  if (name !== 'codes') return undefined
  return codesOf(value)
    .map(code => accessNames[code])
    .join('、')
}
