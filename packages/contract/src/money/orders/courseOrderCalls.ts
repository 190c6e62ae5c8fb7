import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { businessDay, checkRangeOrder, filter, id, instant } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { keptPostings } from '../ledger/ledgerShapes.ts'
import {
  orderBase,
  orderDays,
  orderId,
  orderReason,
  orderSearch,
  readCall,
  refundMinutes,
  refundReason,
  refundReply,
  sellCall,
  studentId,
} from './orderFields.ts'
import { courseOrderList, courseOrderRow, refundRow } from './orderRows.ts'
import { courseOrderState, rechargeChannel } from './orderShapes.ts'

const courseFilter = {
  ...orderSearch,
  state: label('状态', filter(courseOrderState)),
  /** Only what was paid and sold below the course's list price. */
  below: label('售价', filter(choice({ yes: '低于标价' }))),
  ...orderDays,
}

/** 课程订单. */
export const courseOrderCalls = {
  courseOrders: endpoint({
    ...readCall,
    title: '课程订单列表',
    forKeys: 'read',
    path: `${orderBase}/course/list`,
    input: z.object({ ...paging, ...courseFilter }).superRefine(checkRangeOrder),
    reply: page(courseOrderRow).extend({
      sum: z.object({
        amount: z.int(),
        untrained: z.int(),
        /** By how much they were sold below their list price; only where that is asked for. */
        discount: z.int().nullable(),
      }),
    }),
    columns: courseOrderList,
  }),
  courseOrderExport: fileOf(
    'courseOrders',
    { title: '导出课程订单', forKeys: 'read', path: `${orderBase}/course/export`, access: 'signedIn' },
    courseFilter,
    checkRangeOrder,
  ),
  courseOrderInfo: endpoint({
    ...readCall,
    title: '课程订单详情',
    forKeys: 'read',
    path: `${orderBase}/course/info`,
    input: z.object({ orderId }),
    reply: courseOrderRow.extend({
      closedAt: instant.nullable(),
      finishedAt: instant.nullable(),
      /** The recharges in the scope that its money came from; a refund is negative. */
      sources: z.array(
        z.object({
          orderId: z.int(),
          no: z.string(),
          channel: rechargeChannel,
          holderName: z.string().nullable(),
          day: businessDay,
          amount: z.int(),
          /** The bill of whoever sold it that took it in; null: none yet. */
          billId: z.int().nullable(),
          billNo: z.string().nullable(),
        }),
      ),
      /** What came from recharges at other organisations. Fen. */
      paidElsewhere: z.int(),
      /** What used its minutes, newest first, at most 200; what was given back is negative. */
      trainings: z.array(
        z.object({
          recordId: z.int(),
          kind: z.enum(['charge', 'reverse', 'restore']),
          minutes: z.int(),
          moduleName: z.string(),
          startedAt: instant,
          day: businessDay,
          reason: z.string().nullable(),
        }),
      ),
      refunds: z.array(refundRow),
      postings: keptPostings,
    }),
  }),
  /** What a refund of so many minutes would give back, and the most that may be asked for. */
  refundPreview: endpoint({
    ...readCall,
    title: '课程退款试算',
    forKeys: 'read',
    path: `${orderBase}/course/refundPreview`,
    input: z.object({ orderId, minutes: label('退还分钟', filter(id)) }),
    reply: z.object({
      /** Of `minutes`; of all that are left where none are given. */
      amount: z.int(),
      mostMinutes: z.int(),
      mostAmount: z.int(),
      needsApproval: z.boolean(),
    }),
  }),
  /** 代下单. Paid from the balance at once, or waiting for it: `shortage` says how much is missing. */
  addCourseOrder: endpoint({
    ...sellCall,
    title: '代下单',
    forKeys: 'write',
    path: `${orderBase}/course/add`,
    input: z.object({ studentId, courseId: label('课程', id) }),
    reply: z.object({ orderId: z.int(), state: courseOrderState, shortage: z.int() }),
    change: '代下单',
  }),
  payCourseOrder: endpoint({
    ...sellCall,
    title: '支付课程订单',
    path: `${orderBase}/course/pay`,
    input: z.object({ orderId }),
    reply: z.literal(true),
    change: '支付课程订单',
    record: 'orderId',
  }),
  closeCourseOrder: endpoint({
    ...sellCall,
    title: '关闭课程订单',
    path: `${orderBase}/course/close`,
    input: z.object({ orderId }),
    reply: z.literal(true),
    change: '关闭课程订单',
    record: 'orderId',
  }),
  /** 按分钟退款, to the balance: the cash of the minutes, without bonus. */
  refundCourseOrder: endpoint({
    ...sellCall,
    title: '申请课程退款',
    path: `${orderBase}/course/refund`,
    input: z.object({ orderId, minutes: refundMinutes, reason: refundReason }),
    reply: refundReply,
    change: '申请课程退款',
    record: 'orderId',
  }),
  /** 补回: the platform gives minutes of a session back to the orders that it used. */
  restoreMinutes: endpoint({
    ...sellCall,
    title: '补回训练分钟',
    path: `${orderBase}/course/restoreMinutes`,
    input: z.object({
      recordId: label('训练记录', id),
      minutes: label('补回分钟', z.int().min(1).max(1_000)),
      reason: orderReason,
    }),
    reply: z.literal(true),
    change: '补回训练分钟',
    record: 'recordId',
  }),
}
