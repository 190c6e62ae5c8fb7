import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { adjust, adjustmentApprovals } from './adjustment.service.ts'
import { billPage } from './bill.queries.ts'
import { billChecks } from './checks.queries.ts'
import { close, currentBill, runningMonths } from './closing.service.ts'
import { exportBillOrders, exportBills, exportReceipts } from './export.ts'
import { startJobs } from './jobs.ts'
import { billNamesInLog } from './names.ts'
import { receiptPage } from './payment.queries.ts'
import * as payments from './payment.service.ts'
import { paymentApprovals, requestPayment, unaskedApprovals } from './payout.service.ts'
import { billNotices } from './reminder.service.ts'
import { billSearch } from './search.service.ts'
import { billsSeed } from './seed.ts'
import * as service from './service.ts'
import { pageOfLine } from './statement.queries.ts'
import { billTodos } from './todos.service.ts'

export const billsModule: Module = {
  logNames: [billNamesInLog],
  checks: billChecks,
  approvals: [paymentApprovals, unaskedApprovals, adjustmentApprovals],
  home: billTodos,
  notices: [billNotices],
  seed: [billsSeed],
  search: [billSearch],
  routes(app, services) {
    implement(app, services, 'bills', contract.bills, {
      current: (input, { db, scope }) => currentBill(db, scope, input),
      runningMonths: (_, { db, scope }) => runningMonths(db, scope),
      bills: async (input, { db, scope }) => {
        const { rows, total, sum } = await billPage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      billExport: (input, { db, scope }) => exportBills(db, scope, input),
      bill: ({ billId }, { db, scope }) => service.billInfo(db, scope, billId),
      billOrders: async (input, call) => {
        const { items } = await service.billLine(call, input)
        return toPage(await pageOfLine(call.db, items, input), items.total, input)
      },
      billOrderExport: async (input, call) => {
        const { bill, items } = await service.billLine(call, input)
        return exportBillOrders(call.db, bill, items)
      },
      confirm: (input, call) => service.confirm(services, call, input),
      object: (input, call) => service.object(call, input),
      answer: (input, call) => service.answer(call, input),
      settle: (input, call) => service.settle(call, input),
      invoice: (input, call) => service.invoice(call, input),
      close: (input, call) => close(services, call, input),
      adjust: (input, call) => adjust(call, input),
      requestPayment: (input, call) => requestPayment(call, input),
      receive: (input, call) => payments.receive(call, input),
      pay: (input, call) => payments.payOut(call, input),
      offset: (input, call) => payments.offset(call, input),
      voidPayment: (input, call) => payments.voidPayment(call, input),
      receipts: async (input, { db, scope }) => {
        const { rows, total, sum } = await receiptPage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      receiptExport: (input, { db, scope }) => exportReceipts(db, scope, input),
    })
  },
  start: async services =>
    services.config.closing ? startJobs(services) : { stop: () => Promise.resolve() },
}
