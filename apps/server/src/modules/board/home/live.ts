import type { LiveEvents } from '@drivesim/contract'
import type { LivePart } from '../../../platform/parts.ts'

/**
 * What waits at an organisation (0: for the platform) became more or less. The database says it of to-dos that have no event
 * of their own. Who may have none of these is not told.
 */
export const todosLive: LivePart<LiveEvents['todos']> = {
  event: 'todos',
  codes: [
    'enroll:edit',
    'finance:accCheck',
    'finance:approve',
    'finance:contract',
    'finance:edit',
    'finance:receipt',
  ],
  read: (_db, ids) => Promise.resolve(ids.map(key => ({ key, organId: Number(key), data: {} }))),
}
