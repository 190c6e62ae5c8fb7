import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportOutbox } from './export.service.ts'
import { startJobs } from './jobs.ts'
import { outboxNames } from './names.ts'
import { listPage, listTotal } from './queries.ts'
import { entryDetail, retryEntry } from './service.ts'

/** What is sent by mail and text message. */
export const outboxModule: Module = {
  logNames: [outboxNames],
  routes(app, services) {
    implement(app, services, 'outbox', contract.outbox, {
      async list({ pageNum, pageSize, ...filter }, { db, scope }) {
        const paging = { pageNum, pageSize }
        const [rows, total] = await Promise.all([
          listPage(db, scope, filter, paging),
          listTotal(db, scope, filter),
        ])
        return toPage(rows, total, paging)
      },
      export: (filter, { db, scope }) => exportOutbox(db, scope, filter),
      detail: ({ outboxId }, call) => entryDetail(call, outboxId),
      retry: ({ outboxId }, call) => retryEntry(services, call, outboxId),
    })
  },
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
