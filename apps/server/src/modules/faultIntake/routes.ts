import type { Module } from '../../platform/module.ts'
import { startJobs } from './jobs.ts'
import { outageNotices } from './link.service.ts'

/** From faults and lost links to work orders (operations.md §3). It has no calls. */
export const faultIntakeModule: Module = {
  notices: [outageNotices],
  start: async services => startJobs(services),
}
