import {
  type Access,
  courseOrderStates,
  formatFen,
  orders,
  rechargeStates,
  refundStates,
} from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { type OrderKind, orderPage } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

interface Listed<Row> {
  label: string
  access: Access
  /** Path of the list, and what of its address stands before the text. */
  list: string
  rows(db: Db, ids: readonly number[]): Promise<Row[]>
  idOf(row: Row): number
  facts(row: Row): readonly string[]
  /** Of the drawer; without one the list shows it. */
  to?(row: Row): string
}

/** By the whole number; those of a student stand on the student's page. */
const byNumber = <Row extends { no: string; studentName: string; amount: number }>(
  kind: OrderKind,
  { label, access, list, rows, idOf, facts, to }: Listed<Row>,
): SearchPart => {
  const listOf = (text: string) => `${list}paramValue=${encodeURIComponent(text)}`
  return {
    kind,
    label,
    access,
    by: ['number'],
    async find(db, scope, text, most) {
      const paging = { pageNum: 0, pageSize: most }
      const { ids, total } = await orderPage(db, scope, kind, { paramValue: text }, paging)
      const found = await rows(db, ids)
      return {
        total,
        rows: found.map(row => ({
          id: idOf(row),
          title: row.no,
          note: noteOf(row.studentName, formatFen(row.amount), ...facts(row)),
          to: to?.(row) ?? listOf(row.no),
        })),
      }
    },
    list: listOf,
  }
}

export const orderSearch: readonly SearchPart[] = [
  byNumber('recharge', {
    label: '充值订单',
    access: orders.recharges.access,
    list: '/orderManage/rechargeOrder?',
    rows: rechargesOf,
    idOf: ({ orderId }) => orderId,
    facts: ({ state, day }) => [rechargeStates[state], day],
    to: ({ orderId }) => `/orderManage/rechargeOrder?orderId=${orderId}`,
  }),
  byNumber('course', {
    label: '课程订单',
    access: orders.courseOrders.access,
    list: '/orderManage/courseOrder?',
    rows: courseOrdersOf,
    idOf: ({ orderId }) => orderId,
    facts: ({ courseName, state }) => [courseName, courseOrderStates[state]],
    to: ({ orderId }) => `/orderManage/courseOrder?orderId=${orderId}`,
  }),
  byNumber('refund', {
    label: '退款',
    access: orders.refunds.access,
    list: '/orderManage/rechargeOrder?tab=refunds&',
    rows: refundsOf,
    idOf: ({ refundId }) => refundId,
    facts: ({ state, day }) => [refundStates[state], day],
  }),
]
