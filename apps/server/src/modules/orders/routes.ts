import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { orderChecks } from './checks.queries.ts'
import { clerkOptions, clerkPage } from './clerk.queries.ts'
import * as course from './course.service.ts'
import { exportClerkDays, exportCourseOrders, exportRecharges, exportRefunds } from './export.ts'
import * as info from './info.service.ts'
import { orderTasks, startJobs } from './jobs.ts'
import * as lists from './lists.service.ts'
import { orderLive } from './live.service.ts'
import { restoreMinutes } from './minutes.service.ts'
import { orderNames } from './names.ts'
import { rechargeNotices } from './notices.service.ts'
import * as recharge from './recharge.service.ts'
import * as refund from './refund.service.ts'
import { decideRefund, refundApprovals } from './refundDecision.service.ts'
import { retryRefund } from './retry.service.ts'
import { orderSearch } from './search.service.ts'
import { ordersSeed } from './seed.ts'
import { cancelRaise, limitApprovals, saveSettings, settings } from './settings.service.ts'
import { orderTodos } from './todos.service.ts'

export const ordersModule: Module = {
  logNames: [orderNames],
  checks: orderChecks,
  approvals: [refundApprovals, limitApprovals],
  home: orderTodos,
  notices: [rechargeNotices],
  live: [orderLive],
  seed: [ordersSeed],
  search: orderSearch,
  routes(app, services) {
    implement(app, services, 'orders', contract.orders, {
      recharges: (input, call) => lists.recharges(call, input),
      rechargeExport: (input, { db, scope }) => exportRecharges(db, scope, lists.rechargeFilter(input)),
      rechargeInfo: ({ orderId }, call) => info.rechargeInfo(call, orderId),
      clerks: async (input, { db, scope }) => {
        const { rows, total, sum } = await clerkPage(db, scope, input, input)
        return { ...toPage(rows, total, input), sum }
      },
      clerkExport: (input, { db, scope }) => exportClerkDays(db, scope, input),
      clerkOptions: (_input, { db, scope }) => clerkOptions(db, scope),
      rechargeOffline: (input, call) => recharge.rechargeOffline(services, call, input),
      acceptRecharge: (input, call) => recharge.acceptRecharge(services, call, input),
      closeRecharge: (input, call) => recharge.closeRecharge(services, call, input),
      reverseRecharge: (input, call) => recharge.reverseRecharge(services, call, input),
      refundRecharge: (input, call) => refund.refundRecharge(services, call, input),
      courseOrders: (input, call) => lists.courseOrders(call, input),
      courseOrderExport: (input, { db, scope }) => exportCourseOrders(db, scope, input),
      courseOrderInfo: ({ orderId }, call) => info.courseOrderInfo(call, orderId),
      refundPreview: (input, call) => refund.refundPreview(call, input),
      addCourseOrder: (input, call) => course.addCourseOrder(services, call, input),
      payCourseOrder: (input, call) => course.payCourseOrder(services, call, input),
      closeCourseOrder: (input, call) => course.closeCourseOrder(services, call, input),
      refundCourseOrder: (input, call) => refund.refundCourseOrder(services, call, input),
      restoreMinutes: (input, call) => restoreMinutes(services, call, input),
      refunds: (input, call) => lists.refunds(call, input),
      refundExport: (input, { db, scope }) => exportRefunds(db, scope, lists.refundFilter(input)),
      refundInfo: ({ refundId }, call) => info.refundInfo(call, refundId),
      revealPayee: (input, call) => info.revealPayee(call, input),
      payRefund: (input, call) => refund.payRefund(services, call, input),
      retryRefund: (input, call) => retryRefund(services, call, input),
      decideRefund: (input, call) => decideRefund(services, call, input),
      giveUpRefund: (input, call) => refund.giveUpRefund(services, call, input),
      refundOnBehalf: (input, call) => refund.refundOnBehalf(services, call, input),
      settings: (_input, call) => settings(call),
      cancelRaise: (input, call) => cancelRaise(call, input),
      saveSettings: (input, call) => saveSettings(call, input),
    })
  },
  tasks: orderTasks,
  start: services => Promise.resolve(startJobs(services)),
}
