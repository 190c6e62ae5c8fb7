import { approvalList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { approvalBulkParts } from './bulk.service.ts'
import * as list from './list.service.ts'
import { approvalNames } from './names.ts'
import { approvalBlocks, approvalTodos } from './todos.service.ts'

const approvalFile = fileColumns(approvalList, {
  lines: row =>
    row.lines
      .map(({ label, before, after }) => `${label}：${[before, after].filter(Boolean).join(' → ')}`)
      .join('；'),
})

export const approvalsModule: Module = {
  logNames: [approvalNames],
  home: approvalTodos,
  homeBlocks: approvalBlocks,
  bulk: approvalBulkParts,
  routes(app, services) {
    const requests = list.requestsOf(services)
    implement({ app, services }, 'approvals', contract.approvals, {
      list: pages(requests),
      export: files('审批', requests, approvalFile),
      info: ({ approvalId }, call) => list.approvalInfo(services, call, approvalId),
      revealAccount: (input, call) => list.revealAccount(services, call, input),
      decide: (input, call) => list.decide(services, call, input),
      withdraw: (input, call) => list.withdraw(services, call, input),
    })
  },
}
