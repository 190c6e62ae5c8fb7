import { contract, errors, refuse } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import {
  failureTotals,
  operationsDays,
  operationsMonths,
  operationsTotals,
  orderCosts,
  orderDays,
  orderMonths,
  orderOutcomes,
} from './checks.queries.ts'
import * as queries from './queries.ts'
import { opsFiguresSeed } from './seed.ts'
import { readSummary } from './service.ts'

export const opsFiguresModule: Module = {
  checks: [
    orderDays,
    orderMonths,
    orderOutcomes,
    operationsDays,
    operationsMonths,
    operationsTotals,
    failureTotals,
    orderCosts,
  ],
  seed: [opsFiguresSeed],
  routes(app, services) {
    implement({ app, services }, 'opsFigures', contract.opsFigures, {
      summary: (range, { db, scope }) => readSummary(db, scope, range),
      pareto: ({ by, ...range }, { db, scope }) => queries.pareto(db, scope, range, by),
      byOrgan: pages(queries.organs),
      backlog: ({ organId }, { db, scope }) => queries.backlog(db, scope, organId),
      ofDevice: async ({ simulatorId }, { db, scope }) => {
        const found = await queries.reliability(db, scope, simulatorId)
        if (found === undefined) throw refuse(errors.notFound, '设备')
        return found
      },
    })
  },
}
