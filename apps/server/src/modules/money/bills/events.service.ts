import type { EventPart } from '../../../platform/eventPart.ts'
import { billsOf } from './bill.queries.ts'

/** Bills, for events. */
export const billEvents: EventPart = {
  subject: 'bill',
  read: async (db, ids) => (await billsOf(db, ids)).map(data => ({ organId: data.schoolId, data })),
}
