import { contract } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportApprovals } from './export.ts'
import * as list from './list.service.ts'
import { approvalNames } from './names.ts'
import { approvalTodos } from './todos.service.ts'

export const approvalsModule: Module = {
  logNames: [approvalNames],
  home: approvalTodos,
  routes(app, services) {
    implement(app, services, 'approvals', contract.approvals, {
      list: (input, call) => list.approvalPage(services, call, input),
      export: (input, call) => exportApprovals(services, call, input),
      info: ({ approvalId }, call) => list.approvalInfo(services, call, approvalId),
      decide: (input, call) => list.decide(services, call, input),
      withdraw: (input, call) => list.withdraw(services, call, input),
    })
  },
}
