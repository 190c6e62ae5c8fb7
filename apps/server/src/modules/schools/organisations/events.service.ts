import type { EventPart } from '../../../platform/eventPart.ts'
import { organisationRows } from './list.queries.ts'

/** Schools and service points, for events. */
export const organisationEvents: EventPart = {
  subject: 'organisation',
  read: async (db, ids) =>
    (await organisationRows(db, ids)).map(data => ({ organId: data.organizationId, data })),
}
