import { contract, toPage } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { exportLog } from './export.service.ts'
import { listPage } from './queries.ts'
import { readOperation } from './service.ts'

export const operationLogModule: Module = {
  routes(app, house) {
    implement(app, house, 'operationLog', contract.operationLog, {
      list: async (input, { db, person }) => {
        const { rows, total } = await listPage(db, person, input, input)
        return toPage(rows, total, input)
      },
      export: (input, { db, person }) => exportLog(db, person, input),
      detail: ({ operationId }, { db, person }) => readOperation(db, person, operationId),
    })
  },
}
