import { billBulk } from '@drivesim/contract'
import { type BulkCaller, type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { type BillFilter, filteredBills, numbersOfBills } from './bill.queries.ts'
import { requestRest } from './payout.service.ts'
import { bill, confirm, requireKeeper, settle } from './service.ts'
import { urge } from './urging.service.ts'

const part = {
  what: '账单',
  matching: ({ db, scope }: BulkCaller, filter: BillFilter) => filteredBills(db, scope, filter),
  async records({ db, scope }: BulkCaller, ids: readonly number[]) {
    const rows = await numbersOfBills(db, scope, ids)
    return new Map(
      rows.map(({ id, no, school }) => {
        return [id, { name: `${no} ${school}`, to: `/finacial/statement?billId=${id}` }] as const
      }),
    )
  },
}

/** What is done to many bills, one after the other, each by the rules of doing it alone. */
export const billBulkParts: readonly BulkPart[] = [
  bulkPart(billBulk.urge, { ...part, one: urge }),
  bulkPart(billBulk.confirm, { ...part, one: (to, call, billId) => confirm(to, call, { billId }) }),
  bulkPart(billBulk.settle, { ...part, one: (_, call, billId) => settle(call, { billId }) }),
  bulkPart(billBulk.requestPayment, {
    ...part,
    async one(_, call, billId, { settles, reason }) {
      requireKeeper(call.scope)
      const { state, net } = await bill.take(call, billId, {})
      const first = settles && state === 'checked'
      if (first) await settle(call, { billId })
      // What the school owes needs no payment: it is settled, and that was all.
      if (first && net < 0) return
      await requestRest(call, billId, reason)
    },
  }),
]
