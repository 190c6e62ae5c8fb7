import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { factorResetNames } from './names.ts'
import { ask, decide, listWaiting } from './service.ts'
import { factorResetTasks, startTasks } from './tasks.ts'

export const factorResetsModule: Module = {
  logNames: [factorResetNames],
  tasks: factorResetTasks,
  start: async services => startTasks(services),
  routes(app, services) {
    implement({ app, services }, 'factorResets', contract.factorResets, {
      list: (_input, call) => listWaiting(call),
      ask: (input, call) => ask(services, call, input),
      decide: (input, call) => decide(services, call, input),
    })
  },
}
