import { applicantList, bindingList, coachesOf, coachList, configList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { applicants } from './applicant.queries.ts'
import { bindings, simulatorsForAll } from './binding.queries.ts'
import { applicantBulk } from './bulk.service.ts'
import { coaches, coachesForAll } from './coach.queries.ts'
import { configs } from './config.queries.ts'
import { applicantEvents } from './events.service.ts'
import { studentMarksSeed } from './marks.seed.ts'
import { enrolmentNames } from './names.ts'
import { coachSearch } from './search.service.ts'
import { enrolmentSeed } from './seed.ts'
import * as service from './service.ts'
import { enrolmentTodos } from './todos.service.ts'

const configFile = fileColumns(configList, {
  coaches: row => row.coachIds.length,
  simulators: row => row.simulatorIds.length,
})
const bindingFile = fileColumns(bindingList, {
  configs: row => row.configs.map(({ title }) => title).join('、'),
  coaches: row => coachesOf(row).join('、'),
})

export const enrolmentModule: Module = {
  logNames: [enrolmentNames],
  pictures: [{ table: 'coach', column: 'photo' }],
  home: enrolmentTodos,
  seed: [enrolmentSeed, studentMarksSeed],
  bulk: [applicantBulk],
  search: [coachSearch],
  events: [applicantEvents],
  routes(app, services) {
    implement({ app, services }, 'enrolment', contract.enrolment, {
      configs: pages(configs),
      configExport: files('招生配置', configs, configFile),
      addConfig: (input, call) => service.addConfig(call, input),
      modifyConfig: (input, call) => service.modifyConfig(call, input),
      removeConfig: ({ id }, call) => service.removeConfig(call, id),
      bindConfig: (input, call) => service.bindConfig(call, input),
      coaches: pages(coaches),
      coachExport: files('教练列表', coaches, fileColumns(coachList, {})),
      coachesForAll: ({ schoolId }, { db, scope }) => coachesForAll(db, scope, schoolId),
      addCoach: (input, call) => service.addCoach(services, call, input),
      modifyCoach: (input, call) => service.modifyCoach(services, call, input),
      removeCoach: ({ id }, call) => service.removeCoach(call, id),
      revealCoach: (input, call) => service.revealCoach(call, input),
      applicants: pages(applicants),
      applicantExport: files('招生学员', applicants, fileColumns(applicantList, {})),
      confirm: (input, call) => service.confirm(services, call, input),
      cancel: (input, call) => service.cancel(call, input),
      revealApplicant: (input, call) => service.revealApplicant(call, input),
      simulatorsForAll: ({ schoolId }, { db, scope }) => simulatorsForAll(db, scope, schoolId),
      simulators: pages(bindings),
      simulatorExport: files('设备绑定', bindings, bindingFile),
    })
  },
}
