import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import { every } from '../../platform/jobs.ts'
import type { Module } from '../../platform/module.ts'
import { operationCounts } from './checks.queries.ts'
import { exportLog } from './export.ts'
import { wordsOf } from './names.ts'
import { asksForNothing, findObjects } from './objects.service.ts'
import { forgetGuesses } from './phoneGuesses.queries.ts'
import { listPage } from './queries.ts'
import { exportSecurity } from './security.export.ts'
import { securityNames } from './security.names.ts'
import { eventPage, purgeEvents } from './security.queries.ts'
import { operationLogSeed } from './seed.ts'
import { readOperation, withObjects } from './service.ts'

const hour = 3_600_000

export const operationLogModule: Module = {
  logNames: [securityNames],
  checks: [operationCounts],
  seed: [operationLogSeed],
  start: async ({ db, log }) =>
    every(hour, log, async () => {
      await purgeEvents(db)
      await forgetGuesses(db)
    }),
  routes(app, services) {
    const words = wordsOf(services.parts.logNames)
    implement(app, services, 'operationLog', contract.operationLog, {
      list: async (input, { db, person }) => {
        if (await asksForNothing(db, person, input)) return toPage([], 0, input)
        const { rows, total } = await listPage(db, person, input, input)
        return toPage(await withObjects(db, person, rows, words), total, input)
      },
      export: (input, { db, person }) => exportLog(db, person, input, words),
      objects: (input, { db, person }) => findObjects(db, person, input),
      detail: ({ operationId }, { db, person }) => readOperation(db, person, operationId, words),
      security: async (input, { db, person }) => {
        const { rows, total } = await eventPage(db, person, input, input)
        return toPage(rows, total, input)
      },
      securityExport: (input, { db, person }) => exportSecurity(db, person, input),
    })
  },
}
