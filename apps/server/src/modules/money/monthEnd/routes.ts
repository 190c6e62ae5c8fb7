import { ageingList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { ageing, ageingBySchool } from './ageing.queries.ts'
import { checklist } from './service.ts'

export const monthEndModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'monthEnd', contract.monthEnd, {
      checklist: (input, call) => checklist(services, call, input),
      ageing: (_, { db, scope }) => ageing(db, scope),
      ageingBySchool: pages(ageingBySchool),
      ageingExport: files('驾校账龄', ageingBySchool, fileColumns(ageingList, {})),
    })
  },
}
