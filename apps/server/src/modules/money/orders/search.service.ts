import { courseOrderStates, formatFen, orders, rechargeStates, refundStates } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import { noteOf, type SearchPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { courseOrdersOf } from './courseList.queries.ts'
import { courseOrders, rechargeOrders, refunds } from './lists.service.ts'
import { idsBefore, type OrderKind } from './orderList.queries.ts'
import { rechargesOf } from './rechargeList.queries.ts'

/** By the whole number; those of a student stand on the student's page. */
const byNumber = <Row>(
  kind: OrderKind,
  list: List<{ paramValue: string }, Row, unknown>,
  part: Pick<
    Parameters<typeof searchPart<Row>>[0],
    'label' | 'access' | 'series' | 'path' | 'show' | 'ofIds'
  >,
) =>
  searchPart<Row>({
    ...part,
    kind,
    by: [],
    page: (reader, filter, paging) => list.page(reader, filter, paging),
  })

/** Those of these orders that are in the scope. */
const idsIn = (db: Db, scope: Scope, kind: OrderKind, ids: readonly number[]) =>
  idsBefore(db, { scope, kind, filter: { ids } }, { before: Number.MAX_SAFE_INTEGER, most: ids.length })

/** Each has a drawer. */
export const orderSearch: readonly SearchPart[] = [
  byNumber('recharge', rechargeOrders, {
    label: '充值订单',
    ofIds: async ({ db, scope }, ids) => rechargesOf(db, await idsIn(db, scope, 'recharge', ids)),
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
    ofIds: async ({ db, scope }, ids) => courseOrdersOf(db, await idsIn(db, scope, 'course', ids)),
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
    show: ({ refundId, no, studentName, amount, state, day }) => ({
      id: refundId,
      title: no,
      note: noteOf(studentName, formatFen(amount), refundStates[state], day),
      to: `/orderManage/rechargeOrder?tab=refunds&refundId=${refundId}`,
    }),
  }),
]
