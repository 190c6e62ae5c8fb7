import type { EventPart } from '../../../platform/eventPart.ts'
import { rowsOf } from './applicant.queries.ts'

/** Applications, for events. */
export const applicantEvents: EventPart = {
  subject: 'applicant',
  read: async (db, ids) => (await rowsOf(db, ids)).map(data => ({ organId: data.schoolId, data })),
}
