import { courseOrderStates, formatFen, orders, rechargeStates, refundStates } from '@drivesim/contract'
import type { List } from '../../../platform/lists/list.ts'
import { noteOf, type SearchPart } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { courseOrders, rechargeOrders, refunds } from './lists.service.ts'
import type { OrderKind } from './orderList.queries.ts'

/** By the whole number; those of a student stand on the student's page. */
const byNumber = <Row>(
  kind: OrderKind,
  list: List<{ paramValue: string }, Row, unknown>,
  part: Pick<Parameters<typeof searchPart<Row>>[0], 'label' | 'access' | 'series' | 'path' | 'show'>,
) =>
  searchPart<Row>({
    ...part,
    kind,
    by: [],
    page: (reader, filter, paging) => list.page(reader, filter, paging),
  })

/** A recharge and a course order have a drawer; a refund is shown by its list. */
export const orderSearch: readonly SearchPart[] = [
  byNumber('recharge', rechargeOrders, {
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
  byNumber('course', courseOrders, {
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
  byNumber('refund', refunds, {
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
