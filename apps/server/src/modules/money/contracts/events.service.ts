import type { EventPart } from '../../../platform/eventPart.ts'
import { contractsByIds } from './contract.queries.ts'

/** Contracts, for events. */
export const contractEvents: EventPart = {
  subject: 'contract',
  read: async (db, ids) => (await contractsByIds(db, ids)).map(data => ({ organId: data.schoolId, data })),
}
