import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { balancePage, custodyPage } from './balance.queries.ts'
import { exportBalances, exportCustodies, exportIncomes, exportUncovered } from './export.ts'
import { incomePage, uncoveredPage } from './list.queries.ts'
import { situationOf } from './service.ts'

export const situationModule: Module = {
  routes(app, services) {
    implement(app, services, 'situation', contract.situation, {
      situation: (input, call) => situationOf(call, input),
      incomes: async (input, { db, scope }) => {
        const { rows, total, sum } = await incomePage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      incomeExport: (input, { db, scope }) => exportIncomes(db, scope, input),
      balances: async (input, { db, scope }) => {
        const { rows, total, sum } = await balancePage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      balanceExport: (input, { db, scope }) => exportBalances(db, scope, input),
      custodies: async (input, { db, scope }) => {
        const { rows, total, sum } = await custodyPage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      custodyExport: (input, { db, scope }) => exportCustodies(db, scope, input),
      uncovered: async (input, { db, scope }) => {
        const { rows, total, sum } = await uncoveredPage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      uncoveredExport: (input, { db, scope }) => exportUncovered(db, scope, input),
    })
  },
}
