import { courseOrderStates, formatFen, orders, rechargeStates, refundStates } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { searchPart } from '../../platform/searchPart.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { type OrderKind, orderPage } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'
import { refundsOf } from './refundList.queries.ts'

/** By the whole number; those of a student stand on the student's page. */
const byNumber = <Row>(
  kind: OrderKind,
  rowsOf: (db: Db, ids: readonly number[]) => Promise<Row[]>,
  part: Pick<Parameters<typeof searchPart<Row>>[0], 'label' | 'access' | 'series' | 'path' | 'show'>,
) =>
  searchPart<Row>({
    ...part,
    kind,
    by: [],
    async page({ db, scope }, filter, paging) {
      const { ids, total } = await orderPage(db, scope, kind, filter, paging)
      return { rows: await rowsOf(db, ids), total }
    },
  })

/** A recharge and a course order have a drawer; a refund is shown by its list. */
export const orderSearch: readonly SearchPart[] = [
  byNumber('recharge', rechargesOf, {
    label: '充值订单',
    series: ['CZ'],
    access: orders.recharges.access,
    path: '/orderManage/rechargeOrder',
    show: ({ orderId, no, studentName, amount, state, day }) => ({
      id: orderId,
      title: no,
      note: noteOf(studentName, formatFen(amount), rechargeStates[state], day),
      to: `/orderManage/rechargeOrder?orderId=${orderId}`,
    }),
  }),
  byNumber('course', courseOrdersOf, {
    label: '课程订单',
    series: ['KC'],
    access: orders.courseOrders.access,
    path: '/orderManage/courseOrder',
    show: ({ orderId, no, studentName, amount, courseName, state }) => ({
      id: orderId,
      title: no,
      note: noteOf(studentName, formatFen(amount), courseName, courseOrderStates[state]),
      to: `/orderManage/courseOrder?orderId=${orderId}`,
    }),
  }),
  byNumber('refund', refundsOf, {
    label: '退款',
    series: ['TK'],
    access: orders.refunds.access,
    path: '/orderManage/rechargeOrder?tab=refunds',
    show: ({ refundId, no, studentName, amount, state, day }, listOf) => ({
      id: refundId,
      title: no,
      note: noteOf(studentName, formatFen(amount), refundStates[state], day),
      to: listOf(no),
    }),
  }),
]
