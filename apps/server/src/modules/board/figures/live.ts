import type { LiveEvents } from '@drivesim/contract'
import type { LivePart } from '../../../platform/parts.ts'

/** Days whose figures changed, by organisation: what shows them asks again. Often, so that streams hear it in turns. */
export const figureLive: LivePart<LiveEvents['figures']> = {
  event: 'figures',
  codes: [],
  everyMs: 30_000,
  read: (_db, ids) =>
    Promise.resolve(
      ids.map(key => {
        const [organ = '', first = '', last = ''] = String(key).split(':')
        return { key, organId: Number(organ), data: { first, last, organs: [Number(organ)] } }
      }),
    ),
}
