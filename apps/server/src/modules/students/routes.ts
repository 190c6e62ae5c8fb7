import { contract, type GearType, gearType, gearTypes, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { studentCounts } from './checks.queries.ts'
import { exportStudents } from './export.ts'
import { importStudents } from './import.service.ts'
import { studentInfo } from './info.service.ts'
import { studentPage } from './list.queries.ts'
import { studentNames } from './names.ts'
import { studentsSeed } from './seed.ts'
import * as service from './service.ts'

const gearOptions = gearType.options.map((value: GearType) => ({ value, label: gearTypes[value] }))

export const studentsModule: Module = {
  logNames: [studentNames],
  checks: [studentCounts],
  seed: [studentsSeed],
  routes(app, services) {
    const { dataKey } = services
    implement(app, services, 'students', contract.students, {
      list: async (input, { db, scope }) => {
        const { rows, total } = await studentPage(db, scope, input, input)
        return toPage(rows, total, { pageNum: input.page, pageSize: input.pageSize })
      },
      export: (input, { db, scope }) => exportStudents(db, scope, input),
      info: (input, call) => studentInfo(call, input),
      add: (input, call) => service.addStudent(dataKey, call, input),
      modify: (input, call) => service.modifyStudent(dataKey, call, input),
      enrol: (input, call) => service.enrol(call, input),
      reveal: (input, call) => service.reveal(dataKey, call, input),
      import: (input, call) => importStudents(dataKey, call, input),
      gearTypes: () => gearOptions,
    })
  },
}
