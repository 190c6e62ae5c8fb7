import { contract, defaultPageSize, toPage } from '@drivesim/contract'
import { actOnOne } from '../../../platform/http/act.ts'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { ownMessageBulk } from './bulk.service.ts'
import { messageCounts } from './checks.queries.ts'
import { messageNames } from './names.ts'
import { listPage, readCounts } from './queries.ts'
import { messagesSeed } from './seed.ts'
import { markRead, messageAct, openMessage, readColumns, requireMessage, unreadLive } from './service.ts'

export const messagesModule: Module = {
  live: [unreadLive],
  logNames: [messageNames],
  checks: [messageCounts],
  seed: [messagesSeed],
  bulk: [ownMessageBulk],
  routes(app, services) {
    implement({ app, services }, 'messages', contract.messages, {
      count: async (_input, { db, person }) => (await readCounts(db, person.id)).unread,
      async list({ pageNum }, { db, person }) {
        const paging = { pageNum, pageSize: defaultPageSize }
        const [rows, { unread, read }] = await Promise.all([
          listPage(db, person.id, paging),
          readCounts(db, person.id),
        ])
        return toPage(rows, unread + read, paging)
      },
      info: ({ messageId }, call) => openMessage(services, call, messageId),
      remove: ({ messageId }, call) =>
        actOnOne(messageAct('remove'), services, call, { id: messageId, input: null }),
      columns: (filter, { db, person }) => readColumns(db, person.id, filter),
      content: async ({ msg_id }, { db, person }) => (await requireMessage(db, person.id, msg_id)).content,
      markRead: ({ msg_id }, call) =>
        actOnOne(messageAct('markRead'), services, call, { id: msg_id, input: null }),
      markAllRead: (_input, call) => markRead(services, call, {}),
      markFoundRead: (filter, call) => markRead(services, call, filter),
      trash: ({ msg_id }, call) => actOnOne(messageAct('trash'), services, call, { id: msg_id, input: null }),
      restore: ({ msg_id }, call) =>
        actOnOne(messageAct('restore'), services, call, { id: msg_id, input: null }),
    })
  },
}
