import type { Module } from '../../../platform/module.ts'
import { oneOpenOrder } from './checks.queries.ts'
import { outageNotices } from './link.service.ts'
import { faultIntakeSeed } from './seed.ts'
import { faultTasks, startTasks } from './tasks.ts'

/** From faults and lost links to work orders. It has no calls. */
export const faultIntakeModule: Module = {
  notices: [outageNotices],
  checks: [oneOpenOrder],
  seed: [faultIntakeSeed],
  tasks: faultTasks,
  start: async services => startTasks(services),
}
