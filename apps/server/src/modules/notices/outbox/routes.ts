import { contract, outboxList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { outboxNames } from './names.ts'
import { countWaiting, entries } from './queries.ts'
import { entryDetail, retryEntry } from './service.ts'
import { outboxTasks, startTasks } from './tasks.ts'

/** What is sent by mail and text message. */
export const outboxModule: Module = {
  logNames: [outboxNames],
  routes(app, services) {
    implement({ app, services }, 'outbox', contract.outbox, {
      list: pages(entries),
      export: files('发件箱', entries, fileColumns(outboxList, {})),
      info: ({ outboxId }, call) => entryDetail(call, outboxId),
      retry: ({ outboxId }, call) => retryEntry(services, call, outboxId),
    })
  },
  tasks: outboxTasks,
  async start(services) {
    services.metrics.outboxWaiting.readFrom(() => countWaiting(services.db))
    return services.config.notices ? startTasks(services) : { stop: async () => undefined }
  },
}
