import type { Module } from '../../../platform/module.ts'
import { factorsOpen } from './rotation.service.ts'
import { secondStepTasks, startTasks } from './tasks.ts'

/** What proves who somebody is besides the password. It has no calls: signing in and 账号安全 ask it. */
export const secondStepsModule: Module = {
  tasks: secondStepTasks,
  checks: [factorsOpen],
  start: async services => startTasks(services),
}
