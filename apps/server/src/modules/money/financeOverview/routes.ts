import {
  balanceList,
  contract,
  custodyList,
  incomeKindOf,
  incomeList,
  uncoveredList,
} from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { percent } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, summedPages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { balances, custodies } from './balance.queries.ts'
import { exportOverview } from './export.ts'
import { incomes, uncovered } from './list.queries.ts'
import { overviewOf } from './service.ts'

const custodyFile = fileColumns(custodyList, {
  used: row => percent(row.custody + row.overdue, row.offlineCap),
})

export const financeOverviewModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'financeOverview', contract.financeOverview, {
      overview: (input, call) => overviewOf(call, input),
      export: (input, call) => exportOverview(call, input),
      incomes: summedPages(incomes),
      incomeExport: files('收入明细', incomes, fileColumns(incomeList, { kind: incomeKindOf })),
      balances: summedPages(balances),
      balanceExport: files('学员余额', balances, fileColumns(balanceList, {})),
      custodies: summedPages(custodies),
      custodyExport: files('驾校代收', custodies, custodyFile),
      uncovered: summedPages(uncovered),
      uncoveredExport: files('未覆盖训练', uncovered, fileColumns(uncoveredList, {})),
    })
  },
}
