import type { EventPart } from '../../../platform/eventPart.ts'
import { rowsOf } from './list.queries.ts'

/** Students, for events: a student lies in the school where they are now. */
export const studentEvents: EventPart = {
  subject: 'student',
  read: async (db, ids) => (await rowsOf(db, ids)).map(data => ({ organId: data.schoolId, data })),
}
