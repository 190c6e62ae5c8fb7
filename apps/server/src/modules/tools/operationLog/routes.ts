import { contract, logList, securityList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { eventCounts, operationCounts } from './checks.queries.ts'
import { wordsOf } from './names.ts'
import { findObjects } from './objects.service.ts'
import { securityNames } from './security.names.ts'
import { securityEvents } from './security.queries.ts'
import { operationLogSeed } from './seed.ts'
import { entryList, readOperation } from './service.ts'
import { logTasks, startTasks } from './tasks.ts'

const logFile = fileColumns(logList, {
  personName: row => row.userName,
  object: row => row.object && `${row.object.what} ${row.object.name}`,
})
const securityFile = fileColumns(securityList, { personName: row => row.userName })

export const operationLogModule: Module = {
  logNames: [securityNames],
  checks: [operationCounts, eventCounts],
  seed: [operationLogSeed],
  tasks: logTasks,
  start: async services => startTasks(services),
  routes(app, services) {
    const words = wordsOf(services.parts.logNames)
    const entries = entryList(words)
    implement({ app, services }, 'operationLog', contract.operationLog, {
      list: pages(entries),
      export: files('操作日志', entries, logFile),
      objects: (input, { db, person }) => findObjects(db, person, input),
      info: ({ operationId }, { db, person }) => readOperation(db, person, operationId, words),
      security: pages(securityEvents),
      securityExport: files('安全日志', securityEvents, securityFile),
    })
  },
}
