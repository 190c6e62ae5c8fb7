import { contract, type GearType, gearType, gearTypes, pagingOf, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { studentCounts } from './checks.queries.ts'
import { exportStudents } from './export.ts'
import { importStudents } from './import.service.ts'
import { studentInfo } from './info.service.ts'
import { studentPage } from './list.queries.ts'
import { studentNames } from './names.ts'
import { idNumbersOpen } from './rotation.service.ts'
import { studentsSeed } from './seed.ts'
import * as service from './service.ts'

const gearOptions = gearType.options.map((value: GearType) => ({ value, label: gearTypes[value] }))

import { studentSearch } from './search.service.ts'

export const studentsModule: Module = {
  logNames: [studentNames],
  checks: [studentCounts, idNumbersOpen],
  seed: [studentsSeed],
  search: [studentSearch],
  routes(app, services) {
    const { dataKeys } = services
    implement(app, services, 'students', contract.students, {
      list: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await studentPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      export: (input, { db, scope }) => exportStudents(db, scope, input),
      info: (input, call) => studentInfo(call, input),
      add: (input, call) => service.addStudent(services, call, input),
      modify: (input, call) => service.modifyStudent(services, call, input),
      enrol: (input, call) => service.enrol(services, call, input),
      reveal: (input, call) => service.reveal(dataKeys, call, input),
      import: (input, call) => importStudents(services, call, input),
      gearTypes: () => gearOptions,
    })
  },
}
