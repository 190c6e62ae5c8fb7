import { createHash } from 'node:crypto'
import { memberOf } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, integers, text } from '../../../platform/postgres/columns.ts'

const hour = 3_600_000

/** Errors that the administrator's browser met. */
const met = [
  {
    message: 'ResizeObserver loop completed with undelivered notifications.',
    url: '/device/runningState',
    times: 4,
    hoursAgo: 7,
  },
  {
    message: 'Failed to fetch dynamically imported module',
    url: '/finacial/situation',
    times: 1,
    hoursAgo: 31,
  },
]

export const clientErrorsSeed: SeedPart = {
  async fill(db, business) {
    const { until } = business
    const { id, organs } = memberOf(business, 'admin')
    await insertColumns(db, 'client_error', {
      organ_id: ids(met.map(() => organs[0])),
      fingerprint: {
        type: 'bytea',
        values: met.map(({ message }) => createHash('sha256').update(message).digest()),
      },
      type: text(met.map(() => 'script')),
      message: text(met.map(({ message }) => message)),
      url: text(met.map(({ url }) => url)),
      member_id: ids(met.map(() => id)),
      times: integers(met.map(({ times }) => times)),
      first_at: instants(met.map(() => until - 6 * 24 * hour)),
      last_at: instants(met.map(({ hoursAgo }) => until - hoursAgo * hour)),
    })
  },
}
