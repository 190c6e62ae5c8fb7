import type { HomeBlockPart, HomePart } from '../../../platform/homePart.ts'
import { openLines } from './statement.queries.ts'

const page = '/finacial/reconciliation?tab=channel'

/** Lines of the channels' files that do not agree, until somebody settles them. */
export const channelDifferences: HomePart = {
  key: 'channelDifferences',
  codes: ['finance:edit'],
  async read(db, scope, person) {
    // The page that it opens needs this code, too.
    if (scope.organisations !== null || !person.codes.has('finance:accCheck')) return null
    const { count, oldest, statementId, day } = await openLines(db)
    const place = day === null ? '' : `&month=${day.slice(0, 7)}&statementId=${statementId}`
    return { label: '渠道差异', count, oldestAt: oldest, to: page + place, tone: 'warning' }
  },
}

/** Among the month's close, even where none is open. */
export const differencesBlock: HomeBlockPart = {
  key: 'monthClose',
  async read(db, scope, person) {
    if (scope.organisations !== null || !person.codes.has('finance:edit')) return null
    const { count } = await openLines(db)
    return {
      figures: [{ label: '渠道差异', unit: 'count', value: count, tone: 'warning', to: page }],
      rows: [],
    }
  },
}
