import { contract, courseList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { requireSchool } from '../organisations/service.ts'
import { courseNames } from './names.ts'
import { catalogue, readOffers } from './queries.ts'
import { coursesSeed } from './seed.ts'
import * as service from './service.ts'

export const coursesModule: Module = {
  logNames: [courseNames],
  seed: [coursesSeed],
  routes(app, services) {
    implement({ app, services }, 'courses', contract.courses, {
      list: pages(catalogue),
      export: files('课程列表', catalogue, fileColumns(courseList, {})),
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
