import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { operationCounts } from './checks.queries.ts'
import { exportLog } from './export.service.ts'
import { wordsOf } from './names.ts'
import { listPage } from './queries.ts'
import { readOperation } from './service.ts'

export const operationLogModule: Module = {
  checks: [operationCounts],
  routes(app, services) {
    const words = wordsOf(services.parts.logNames)
    implement(app, services, 'operationLog', contract.operationLog, {
      list: async (input, { db, person }) => {
        const { rows, total } = await listPage(db, person, input, input)
        return toPage(rows, total, input)
      },
      export: (input, { db, person }) => exportLog(db, person, input),
      detail: ({ operationId }, { db, person }) => readOperation(db, person, operationId, words),
    })
  },
}
