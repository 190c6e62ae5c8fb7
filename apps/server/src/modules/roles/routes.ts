import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportRoles } from './export.ts'
import { roleNames } from './names.ts'
import { countRoles, listPage } from './queries.ts'
import { rolesToGrant } from './rights.service.ts'
import { rolesSeed } from './seed.ts'
import { addRole, modifyRole, removeRole, requireRole } from './service.ts'

export const rolesModule: Module = {
  logNames: [roleNames],
  seed: [rolesSeed],
  routes(app, services) {
    implement(app, services, 'roles', contract.roles, {
      brief: async (_input, call) => {
        const roles = await rolesToGrant(call)
        return roles.map(({ id, name, organId, organName }) => ({
          roleId: id,
          roleName: name,
          organId,
          organName,
        }))
      },
      list: async (input, { db, scope }) => {
        const [rows, total] = await Promise.all([
          listPage(db, scope, input, input),
          countRoles(db, scope, input),
        ])
        return toPage(rows, total, input)
      },
      export: (input, { db, scope }) => exportRoles(db, scope, input),
      detail: ({ roleId }, { db, scope }) => requireRole(db, scope, roleId),
      add: (input, call) => addRole(call, input),
      modify: (input, call) => modifyRole(services, call, input),
      remove: ({ roleId }, call) => removeRole(call, roleId),
    })
  },
}
