import { errors, refuse, workOrderBulk } from '@drivesim/contract'
import { type BulkCaller, type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { close } from './close.service.ts'
import { dispatch } from './dispatch.service.ts'
import { type Filter, filteredOrders, numbersOf } from './list.queries.ts'
import { recommend } from './recommend.service.ts'

const part = {
  what: '工单',
  matching: ({ db, scope, person }: BulkCaller, filter: Omit<Filter, 'me'>) =>
    filteredOrders(db, scope, { ...filter, me: person.id }),
  async records({ db, scope }: BulkCaller, ids: readonly number[]) {
    const rows = await numbersOf(db, scope, ids)
    return new Map(
      rows.map(({ id, no }) => [id, { name: no, to: `/operation/orderDetail?orderId=${id}` }] as const),
    )
  },
}

/** What is done to many orders, one after the other. */
export const workOrderBulkParts: readonly BulkPart[] = [
  bulkPart(workOrderBulk.dispatch, {
    ...part,
    async one(to, call, orderId, { assigneeId }) {
      if (assigneeId !== undefined) return dispatch(to, call, { orderId, assigneeId })
      const { candidates, why } = await recommend(call.db, call.scope, orderId)
      const [first] = candidates
      if (first === undefined || why !== null) throw refuse(errors.nobodyToSend, why ?? '')
      return dispatch(to, call, { orderId, assigneeId: first.memberId })
    },
  }),
  bulkPart(workOrderBulk.close, {
    ...part,
    one: (to, call, orderId, { reason, note }) => close(to, call, { orderId, reason, note }),
  }),
]
