import type { Module } from '../../../platform/module.ts'
import { oneOpenOrder } from './checks.queries.ts'
import { faultTasks, startJobs } from './jobs.ts'
import { outageNotices } from './link.service.ts'
import { faultIntakeSeed } from './seed.ts'

/** From faults and lost links to work orders. It has no calls. */
export const faultIntakeModule: Module = {
  notices: [outageNotices],
  checks: [oneOpenOrder],
  seed: [faultIntakeSeed],
  tasks: faultTasks,
  start: async services => startJobs(services),
}
