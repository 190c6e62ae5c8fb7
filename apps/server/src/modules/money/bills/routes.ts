import { billItemList, billList, billSides, contract, receiptList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { yuan } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, summedPages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { serveAttachments } from '../../tools/attachments/serve.service.ts'
import { attachmentStore } from '../../tools/attachments/upload.service.ts'
import { adjust, adjustmentApprovals } from './adjustment.service.ts'
import { nameOf } from './attachment.queries.ts'
import * as attachments from './attachment.service.ts'
import { monthlyBills } from './bill.queries.ts'
import { billBulkParts } from './bulk.service.ts'
import { billChecks } from './checks.queries.ts'
import { close, currentBill, runningMonths } from './closing.service.ts'
import { billComments, paymentAttachments } from './comments.service.ts'
import { billEvents } from './events.service.ts'
import { billBlocks } from './home.service.ts'
import * as info from './info.service.ts'
import { billNamesInLog } from './names.ts'
import { receipts } from './payment.queries.ts'
import * as payments from './payment.service.ts'
import { paymentApprovals, requestPayment, unaskedApprovals } from './payout.service.ts'
import { billNotices } from './reminder.service.ts'
import { billSearch } from './search.service.ts'
import { billsSeed } from './seed.ts'
import * as service from './service.ts'
import { billTasks, startTasks } from './tasks.ts'
import * as thread from './thread.service.ts'
import { billTodos } from './todos.service.ts'

const billFile = fileColumns(billList, {
  side: row => (row.net === 0 ? null : billSides[row.net > 0 ? 'platform' : 'school']),
  left: row => yuan(Math.abs(row.net - row.paid)),
})
const billItemFile = fileColumns(billItemList, {})

export const billsModule: Module = {
  logNames: [billNamesInLog],
  comments: [billComments.comments],
  attachments: [paymentAttachments],
  live: [billComments.live],
  checks: billChecks,
  approvals: [paymentApprovals, unaskedApprovals, adjustmentApprovals],
  home: billTodos,
  homeBlocks: billBlocks,
  bulk: billBulkParts,
  notices: [billNotices, billComments.notices],
  seed: [billsSeed],
  search: [billSearch],
  events: [billEvents],
  routes(app, services) {
    const store = attachmentStore(services.files)
    implement({ app, services }, 'bills', contract.bills, {
      current: (input, { db, scope }) => currentBill(db, scope, input),
      runningMonths: (_, { db, scope }) => runningMonths(db, scope),
      list: summedPages(monthlyBills),
      export: files('账单', monthlyBills, billFile),
      info: ({ billId }, { db, scope }) => info.billInfo(db, scope, billId),
      orders: summedPages(info.ordersOfLine),
      orderExport: async (input, call) => {
        const { no } = await info.requireBill(call, input.billId)
        return files(`对账单${no}的订单`, info.ordersOfLine, billItemFile)(input, call)
      },
      confirm: (input, call) => service.confirm(services, call, input),
      object: (input, call) => thread.object(call, input),
      remark: (input, call) => thread.remark(call, input),
      withdraw: (input, call) => thread.withdraw(call, input),
      answer: (input, call) => thread.answer(call, input),
      ordersToName: (input, call) => thread.ordersToName(call, input),
      uploadAttachment: ({ file }, { person }) =>
        attachments.storeAttachment(services, store, file, person.id),
      attachmentUrl: ({ attachmentId }, call) => attachments.attachmentUrl(services, call, attachmentId),
      settle: (input, call) => service.settle(call, input),
      invoice: (input, call) => service.invoice(call, input),
      close: (input, call) => close(services, call, input),
      adjust: (input, call) => adjust(call, input),
      requestPayment: (input, call) => requestPayment(call, input),
      receive: (input, call) => payments.receive(call, input),
      pay: (input, call) => payments.payOut(call, input),
      offset: (input, call) => payments.offset(call, input),
      voidPayment: (input, call) => payments.voidPayment(call, input),
      receipts: summedPages(receipts),
      receiptExport: files('收款', receipts, fileColumns(receiptList, {})),
    })
    serveAttachments(app, services, attachments.attachmentPath, file => nameOf(services.db, file))
  },
  tasks: billTasks,
  start: async services => startTasks(services, attachmentStore(services.files)),
}
