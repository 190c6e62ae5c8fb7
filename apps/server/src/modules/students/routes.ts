import { contract, errors, type GearType, gearType, gearTypes, refuse, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { studentCounts } from './checks.queries.ts'
import { exportStudents } from './export.service.ts'
import { importStudents } from './import.service.ts'
import { studentInfo } from './info.service.ts'
import { studentPage } from './list.queries.ts'
import { studentNames } from './names.ts'
import * as service from './service.ts'
import { errorsIn, findSession, subjectTree } from './training.queries.ts'

const gearOptions = gearType.options.map((value: GearType) => ({ value, label: gearTypes[value] }))

export const studentsModule: Module = {
  logNames: [studentNames],
  checks: [studentCounts],
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
    implement(app, services, 'scores', contract.scores, {
      subjects: (_input, { db }) => subjectTree(db),
      subSubjectErrors: async (input, { db, scope }) => {
        await service.requireStudent(db, scope, input.userId)
        return errorsIn(db, scope, input)
      },
      sceneEmersion: async ({ recordId }, { db, scope }) => {
        const session = await findSession(db, scope, recordId)
        if (session === undefined) throw refuse(errors.notFound, '训练记录')
        return session
      },
    })
  },
}
