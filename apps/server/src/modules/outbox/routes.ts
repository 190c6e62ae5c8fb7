import { contract, toPage } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { exportOutbox } from './export.service.ts'
import { startJobs } from './jobs.ts'
import { listPage, listTotal } from './queries.ts'
import { letterDetail, retryLetter } from './service.ts'

/** What leaves the house by mail and text message. */
export const outboxModule: Module = {
  routes(app, house) {
    implement(app, house, 'outbox', contract.outbox, {
      async list({ pageNum, pageSize, ...filter }, { db, scope }) {
        const paging = { pageNum, pageSize }
        const [rows, total] = await Promise.all([
          listPage(db, scope, filter, paging),
          listTotal(db, scope, filter),
        ])
        return toPage(rows, total, paging)
      },
      export: (filter, { db, scope }) => exportOutbox(db, scope, filter),
      detail: ({ outboxId }, call) => letterDetail(call, outboxId),
      retry: ({ outboxId }, call) => retryLetter(house, call, outboxId),
    })
  },
  async start(house) {
    return house.config.notices ? startJobs(house) : { stop: async () => undefined }
  },
}
