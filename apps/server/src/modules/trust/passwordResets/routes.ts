import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { ask, check, reset, waysOf } from './service.ts'
import { passwordResetTasks, startTasks } from './tasks.ts'

/** 忘记密码. */
export const passwordResetsModule: Module = {
  tasks: passwordResetTasks,
  start: async services => startTasks(services),
  routes(app, services) {
    implement({ app, services }, 'passwordResets', contract.passwordResets, {
      ways: async () => ({ kinds: await waysOf(services) }),
      ask: (input, call) => ask(services, input, call),
      check: (input, call) => check(services, input, call),
      reset: (input, call) => reset(services, input, call),
    })
  },
}
