import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { retentionNames } from './names.ts'
import { listTerms, saveTerm } from './service.ts'
import { retentionTasks, startTasks } from './tasks.ts'

export const retentionModule: Module = {
  logNames: [retentionNames],
  tasks: retentionTasks,
  start: async services => startTasks(services),
  routes(app, services) {
    implement({ app, services }, 'retention', contract.retention, {
      list: (_input, { db }) => listTerms(db),
      save: (input, call) => saveTerm(call, input),
    })
  },
}
