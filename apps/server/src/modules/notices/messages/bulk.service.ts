import { messageBulk } from '@drivesim/contract'
import { type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { inColumn, messageTitles } from './queries.ts'
import { messageAct } from './service.ts'

/** Moves many of one's own messages to the trash. */
export const ownMessageBulk: BulkPart = bulkPart(messageBulk.remove, {
  what: '消息',
  matching: ({ db, person }, { state, ...filter }) => inColumn(db, person.id, state, filter),
  async records({ db, person }, ids) {
    const rows = await messageTitles(db, person.id, ids)
    return new Map(rows.map(({ id, title }) => [id, { name: title, to: null }] as const))
  },
  act: messageAct('remove'),
})
