import { contract, errors, refuse, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportStaff } from './export.ts'
import { opsStaffNames } from './names.ts'
import { findStaff, newCandidates, staffPage } from './queries.ts'
import { opsStaffSeed } from './seed.ts'
import { saveStaff } from './service.ts'

export const opsStaffModule: Module = {
  logNames: [opsStaffNames],
  seed: [opsStaffSeed],
  routes(app, services) {
    implement(app, services, 'opsStaff', contract.opsStaff, {
      page: async (input, { db, scope }) => {
        const { rows, total } = await staffPage(db, scope, input)
        return toPage(rows, total, input)
      },
      export: (input, { db, scope }) => exportStaff(db, scope, input),
      info: async ({ memberId }, { db, scope }) => {
        const row = await findStaff(db, scope, memberId)
        if (row === undefined) throw refuse(errors.notFound, '运维人员')
        return row
      },
      candidates: ({ paramValue }, { db, scope }) => newCandidates(db, scope, paramValue),
      save: (input, call) => saveStaff(call, input),
    })
  },
}
