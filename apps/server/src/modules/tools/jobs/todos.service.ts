import type { HomePart } from '../../../platform/homePart.ts'
import { countOpenOrFailed } from './queries.ts'

/** What one set going oneself. Its list is the header's drawer, which an address opens on any page. */
export const ownJobs: HomePart = {
  key: 'ownJobs',
  codes: [],
  async read(db, _scope, { id }) {
    const { failed, ...waiting } = await countOpenOrFailed(db, id)
    return { label: '我的任务', ...waiting, to: '/home?job=all', tone: failed ? 'warning' : 'normal' }
  },
}
