import type { EventPart } from '../../../platform/eventPart.ts'
import { simulatorsOf } from './list.queries.ts'
import { sessionsOf } from './sessions.queries.ts'

/** Simulators where they stand now, and sessions where they happened, for events. */
export const deviceEvents: readonly EventPart[] = [
  {
    subject: 'device',
    read: async (db, ids) => (await simulatorsOf(db, ids)).map(data => ({ organId: data.organId, data })),
  },
  {
    subject: 'session',
    read: async (db, ids) => (await sessionsOf(db, ids)).map(({ organId, ...data }) => ({ organId, data })),
  },
]
