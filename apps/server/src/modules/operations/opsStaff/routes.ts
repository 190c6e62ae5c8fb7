import { componentsOf, contract, errors, namesIn, opsStaffList, refuse } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { opsStaffNames } from './names.ts'
import { findStaff, newCandidates, staff } from './queries.ts'
import { opsStaffSeed } from './seed.ts'
import { saveStaff } from './service.ts'

/** One decimal of what comes in parts of a unit. */
const tenths = (value: number | null, unit: number) =>
  value === null ? null : Math.round((value * 10) / unit) / 10

const staffFile = fileColumns(opsStaffList, {
  organs: row => namesIn(row.organs),
  componentKinds: componentsOf,
  homeCity: row => row.homeCityName,
  mttr: row => tenths(row.mttrSeconds, 3600),
  inTime: row => tenths(row.inTimeBp, 100),
})

export const opsStaffModule: Module = {
  logNames: [opsStaffNames],
  seed: [opsStaffSeed],
  routes(app, services) {
    implement({ app, services }, 'opsStaff', contract.opsStaff, {
      list: pages(staff),
      export: files('运维人员', staff, staffFile),
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
