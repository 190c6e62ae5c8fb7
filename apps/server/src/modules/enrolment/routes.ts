import { contract, toPage } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { applicantPage } from './applicant.queries.ts'
import { coachesForAll, coachPage } from './coach.queries.ts'
import { configPage, simulatorsForAll } from './config.queries.ts'
import * as service from './service.ts'

export const enrolmentModule: Module = {
  routes(app, house) {
    implement(app, house, 'enrolment', contract.enrolment, {
      configs: async (input, { db, scope }) => {
        const { rows, total } = await configPage(db, scope, input)
        return toPage(rows, total, { pageNum: input.page, pageSize: input.pageSize })
      },
      createConfig: (input, call) => service.createConfig(call, input),
      updateConfig: (input, call) => service.updateConfig(call, input),
      deleteConfig: ({ id }, call) => service.deleteConfig(call, id),
      bindConfig: (input, call) => service.bindConfig(call, input),
      coaches: async (input, { db, scope }) => {
        const { rows, total } = await coachPage(db, scope, input)
        return toPage(rows, total, { pageNum: input.page, pageSize: input.pageSize })
      },
      coachesForAll: ({ schoolId }, { db, scope }) => coachesForAll(db, scope, schoolId),
      createCoach: (input, call) => service.createCoach(call, input),
      updateCoach: (input, call) => service.updateCoach(call, input),
      deleteCoach: ({ id }, call) => service.deleteCoach(call, id),
      applicants: async (input, { db, scope }) => {
        const { rows, total } = await applicantPage(db, scope, input)
        return toPage(rows, total, { pageNum: input.page, pageSize: input.pageSize })
      },
      confirm: (input, call) => service.confirm(call, input),
      simulatorsForAll: ({ schoolId }, { db, scope }) => simulatorsForAll(db, scope, schoolId),
    })
  },
}
