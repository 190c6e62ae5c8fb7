import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { jobCounts } from './checks.queries.ts'
import { exportRows } from './export.ts'
import { jobNames } from './names.ts'
import { jobPage, rowPage } from './queries.ts'
import * as service from './service.ts'
import { jobTasks, startTasks } from './tasks.ts'
import { ownJobs } from './todos.service.ts'

/** Acts on many records, done in the background: whatever domains bring as `bulk`. */
export const jobsModule: Module = {
  logNames: [jobNames],
  checks: [jobCounts],
  home: [ownJobs],
  live: [service.jobLive],
  routes(app, services) {
    implement({ app, services }, 'jobs', contract.jobs, {
      start: (input, call) => service.startJob(services, call, input),
      cancel: ({ jobId }, call) => service.cancelJob(services, call, jobId),
      retry: ({ jobId }, call) => service.retryJob(services, call, jobId),
      seen: ({ jobId }, call) => service.markSeen(services, call, jobId),
      list: async ({ jobId, ...paging }, { db, person }) => {
        const { rows, total } = await jobPage(db, person.id, jobId, paging)
        return toPage(rows, total, paging)
      },
      rows: async (input, call) => {
        const { kind } = await service.requireJob(call, input.jobId)
        const { rows, total } = await rowPage(call.db, input, input)
        return toPage(await service.withNames(services, call, kind, rows), total, input)
      },
      export: async ({ jobId }, call) => exportRows(services, call, await service.requireJob(call, jobId)),
    })
  },
  tasks: jobTasks,
  async start(services) {
    return startTasks(services)
  },
}
