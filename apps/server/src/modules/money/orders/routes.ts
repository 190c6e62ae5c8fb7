import {
  clerkDayList,
  contract,
  courseOrderList,
  rechargeList,
  rechargeStates,
  refundList,
  refundMethods,
} from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, summedPages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { orderChecks } from './checks.queries.ts'
import { clerkDays, clerkOptions } from './clerk.queries.ts'
import { refundComments } from './comments.service.ts'
import * as course from './course.service.ts'
import { orderEvents } from './events.service.ts'
import { orderBlocks } from './home.service.ts'
import * as info from './info.service.ts'
import { courseOrders, rechargeOrders, refunds } from './lists.service.ts'
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
import { orderTasks, startTasks } from './tasks.ts'
import { orderTodos } from './todos.service.ts'

const rechargeFile = fileColumns(rechargeList, {
  state: row => (row.reversed ? '已冲正' : rechargeStates[row.state]),
})
const refundFile = fileColumns(refundList, {
  method: row => (row.onBehalf ? '平台代退' : refundMethods[row.method]),
})
const clerkDayFile = fileColumns(clerkDayList, {})

export const ordersModule: Module = {
  logNames: [orderNames],
  comments: [refundComments.comments],
  checks: orderChecks,
  approvals: [refundApprovals, limitApprovals],
  home: orderTodos,
  homeBlocks: orderBlocks,
  notices: [rechargeNotices, refundComments.notices],
  live: [orderLive, refundComments.live],
  events: orderEvents,
  seed: [ordersSeed],
  search: orderSearch,
  routes(app, services) {
    implement({ app, services }, 'orders', contract.orders, {
      recharges: summedPages(rechargeOrders),
      rechargeExport: files('充值订单', rechargeOrders, rechargeFile),
      rechargeInfo: ({ orderId }, call) => info.rechargeInfo(call, orderId),
      clerks: summedPages(clerkDays),
      clerkExport: files('经手人日报', clerkDays, clerkDayFile),
      clerkOptions: (_input, { db, scope }) => clerkOptions(db, scope),
      rechargeOffline: (input, call) => recharge.rechargeOffline(services, call, input),
      acceptRecharge: (input, call) => recharge.acceptRecharge(services, call, input),
      closeRecharge: (input, call) => recharge.closeRecharge(services, call, input),
      reverseRecharge: (input, call) => recharge.reverseRecharge(services, call, input),
      refundRecharge: (input, call) => refund.refundRecharge(services, call, input),
      courseOrders: summedPages(courseOrders),
      courseOrderExport: files('课程订单', courseOrders, fileColumns(courseOrderList, {})),
      courseOrderInfo: ({ orderId }, call) => info.courseOrderInfo(call, orderId),
      refundPreview: (input, call) => refund.refundPreview(call, input),
      addCourseOrder: (input, call) => course.addCourseOrder(services, call, input),
      payCourseOrder: (input, call) => course.payCourseOrder(services, call, input),
      closeCourseOrder: (input, call) => course.closeCourseOrder(services, call, input),
      refundCourseOrder: (input, call) => refund.refundCourseOrder(services, call, input),
      restoreMinutes: (input, call) => restoreMinutes(services, call, input),
      refunds: summedPages(refunds),
      refundExport: files('退款单', refunds, refundFile),
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
  start: services => Promise.resolve(startTasks(services)),
}
