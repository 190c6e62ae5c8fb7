import { contract, pagingOf, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { applicantPage } from './applicant.queries.ts'
import { bindingPage, simulatorsForAll } from './binding.queries.ts'
import { applicantBulk } from './bulk.service.ts'
import { coachesForAll, coachPage } from './coach.queries.ts'
import { configPage } from './config.queries.ts'
import { exportApplicants, exportBindings, exportCoaches, exportConfigs } from './export.ts'
import { enrolmentNames } from './names.ts'
import { coachSearch } from './search.service.ts'
import { enrolmentSeed } from './seed.ts'
import * as service from './service.ts'
import { enrolmentTodos } from './todos.service.ts'

export const enrolmentModule: Module = {
  logNames: [enrolmentNames],
  pictures: [{ table: 'coach', column: 'photo' }],
  home: enrolmentTodos,
  seed: [enrolmentSeed],
  bulk: [applicantBulk],
  search: [coachSearch],
  routes(app, services) {
    implement(app, services, 'enrolment', contract.enrolment, {
      configs: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await configPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      configExport: (input, { db, scope }) => exportConfigs(db, scope, input),
      createConfig: (input, call) => service.createConfig(call, input),
      updateConfig: (input, call) => service.updateConfig(call, input),
      deleteConfig: ({ id }, call) => service.deleteConfig(call, id),
      bindConfig: (input, call) => service.bindConfig(call, input),
      coaches: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await coachPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      coachExport: (input, { db, scope }) => exportCoaches(db, scope, input),
      coachesForAll: ({ schoolId }, { db, scope }) => coachesForAll(db, scope, schoolId),
      createCoach: (input, call) => service.createCoach(services, call, input),
      updateCoach: (input, call) => service.updateCoach(services, call, input),
      deleteCoach: ({ id }, call) => service.deleteCoach(call, id),
      revealCoach: (input, call) => service.revealCoach(call, input),
      applicants: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await applicantPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      applicantExport: (input, { db, scope }) => exportApplicants(db, scope, input),
      confirm: (input, call) => service.confirm(services, call, input),
      cancel: (input, call) => service.cancel(call, input),
      revealApplicant: (input, call) => service.revealApplicant(call, input),
      simulatorsForAll: ({ schoolId }, { db, scope }) => simulatorsForAll(db, scope, schoolId),
      simulators: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await bindingPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      simulatorExport: (input, { db, scope }) => exportBindings(db, scope, input),
    })
  },
}
