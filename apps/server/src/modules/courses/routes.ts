import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { requireSchool } from '../organisations/service.ts'
import { exportCourses } from './export.service.ts'
import { courseNames } from './names.ts'
import { coursePage, readOffers } from './queries.ts'
import * as service from './service.ts'

export const coursesModule: Module = {
  logNames: [courseNames],
  routes(app, services) {
    implement(app, services, 'courses', contract.courses, {
      list: async (input, { db, scope }) => {
        const { rows, total } = await coursePage(db, scope, input)
        return toPage(rows, total, input)
      },
      export: (input, { db, scope }) => exportCourses(db, scope, input),
      add: (input, call) => service.addCourse(call, input),
      modify: (input, call) => service.modifyCourse(call, input),
      setEnabled: (input, call) => service.setEnabled(call, input),
      ofSchool: async ({ schoolId }, { db, scope }) => {
        await requireSchool(db, scope, schoolId)
        return readOffers(db, schoolId)
      },
      saveOfSchool: (input, call) => service.saveOffers(call, input),
    })
  },
}
