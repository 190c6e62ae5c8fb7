import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportOutbox } from './export.ts'
import { outboxTasks, startJobs } from './jobs.ts'
import { outboxNames } from './names.ts'
import { listPage, listTotal } from './queries.ts'
import { entryDetail, retryEntry } from './service.ts'

/** What is sent by mail and text message. */
export const outboxModule: Module = {
  logNames: [outboxNames],
  routes(app, services) {
    implement(app, services, 'outbox', contract.outbox, {
      async list(input, { db, scope }) {
        const [rows, total] = await Promise.all([
          listPage(db, scope, input, input),
          listTotal(db, scope, input),
        ])
        return toPage(rows, total, input)
      },
      export: (filter, { db, scope }) => exportOutbox(db, scope, filter),
      detail: ({ outboxId }, call) => entryDetail(call, outboxId),
      retry: ({ outboxId }, call) => retryEntry(services, call, outboxId),
    })
  },
  tasks: outboxTasks,
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
