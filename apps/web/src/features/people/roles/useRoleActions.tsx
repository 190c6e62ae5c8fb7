import { type RoleRow, roleErrors, roles } from '@drivesim/contract/people/roles'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useHeldCodes } from '../../../api/me.ts'
import { query, useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { AddRole, EditRole } from './RoleForm.tsx'

interface RoleActions {
  /** What may be done to the role; what may not carries its reason. */
  of: (role: RoleRow) => RowAction[]
  add: () => void
  dialogs: ReactNode
}

/** The actions on roles, the same in the list and on the detail page. */
export function useRoleActions({ onRemoved }: { onRemoved?: () => void } = {}): RoleActions {
  const [dialog, open] = useState<'add' | RoleRow | null>(null)
  const heldCodes = useHeldCodes()
  const confirm = useConfirm()
  const client = useQueryClient()
  const remove = useChange(roles.remove, { invalidates: [roles.list, roles.brief] })

  const edit = async ({ roleId }: RoleRow) =>
    open(await client.fetchQuery({ ...query(roles.info, { roleId }), staleTime: 0 }))

  /** In the words the server would refuse it with. */
  const reason = (role: RoleRow) => {
    if (role.builtIn) return roleErrors.roleBuiltIn.sentence()
    return role.codes.every(code => heldCodes.has(code))
      ? null
      : roleErrors.roleNotYours.sentence(role.roleName)
  }
  const of = (role: RoleRow): RowAction[] => [
    { label: '编辑', reason: reason(role), onAct: () => void edit(role) },
    {
      label: '删除',
      removes: true,
      reason: reason(role) ?? (role.members > 0 ? roleErrors.roleHeld.sentence(role.members) : null),
      onAct: () =>
        confirm({
          title: `删除角色“${role.roleName}”？`,
          consequence: '删除后不能再授予此角色，也不能恢复。',
          verb: '删除角色',
          danger: true,
          run: async () => {
            await remove.mutateAsync({ roleId: role.roleId })
            onRemoved?.()
          },
        }),
    },
  ]
  const close = () => open(null)
  const dialogs =
    dialog === null ? null : dialog === 'add' ? (
      <AddRole onClosed={close} />
    ) : (
      <EditRole role={dialog} onClosed={close} />
    )
  return { of, add: () => open('add'), dialogs }
}
