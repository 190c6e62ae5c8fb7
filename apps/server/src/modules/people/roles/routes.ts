import { accessNames, contract, isAccessCode, roleList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { roleNames } from './names.ts'
import { roles } from './queries.ts'
import { rolesToGrant } from './rights.service.ts'
import { rolesSeed } from './seed.ts'
import { addRole, modifyRole, removeRole, requireRole } from './service.ts'

const roleFile = fileColumns(roleList, {
  organName: row => row.organName ?? '平台',
  codeNames: row =>
    row.codes
      .filter(isAccessCode)
      .map(code => accessNames[code])
      .join('、'),
})

export const rolesModule: Module = {
  logNames: [roleNames],
  seed: [rolesSeed],
  routes(app, services) {
    implement({ app, services }, 'roles', contract.roles, {
      brief: async (_input, call) => {
        const roles = await rolesToGrant(call)
        return roles.map(({ id, name, organId, organName }) => ({
          roleId: id,
          roleName: name,
          organId,
          organName,
        }))
      },
      list: pages(roles),
      export: files('角色列表', roles, roleFile),
      info: ({ roleId }, { db, scope }) => requireRole(db, scope, roleId),
      add: (input, call) => addRole(call, input),
      modify: (input, call) => modifyRole(services, call, input),
      remove: ({ roleId }, call) => removeRole(call, roleId),
    })
  },
}
