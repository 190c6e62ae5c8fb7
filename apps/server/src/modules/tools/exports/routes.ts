import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { downloadFile } from './service.ts'
import { exportStore } from './storage.ts'
import { exportTasks, startTasks } from './tasks.ts'

/** Files of lists that are too long to be sent while one waits: jobs write them, and they are kept for a while. */
export const exportsModule: Module = {
  routes(app, services) {
    const store = exportStore(services.files)
    implement({ app, services }, 'exports', contract.exports, {
      file: ({ jobId }, call) => downloadFile(services, store, call, jobId),
    })
  },
  tasks: exportTasks,
  start: async services => startTasks(services, exportStore(services.files)),
}
