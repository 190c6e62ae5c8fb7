import { contract, defaultPageSize, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { messageCounts } from './checks.queries.ts'
import { messageNames } from './names.ts'
import { listColumn, listPage, readCounts } from './queries.ts'
import { act, openMessage, requireMessage } from './service.ts'

export const messagesModule: Module = {
  logNames: [messageNames],
  checks: [messageCounts],
  routes(app, services) {
    implement(app, services, 'messages', contract.messages, {
      count: async (_input, { db, person }) => (await readCounts(db, person.id)).unread,
      async list({ pageNum }, { db, person }) {
        const paging = { pageNum, pageSize: defaultPageSize }
        const [rows, { unread, read }] = await Promise.all([
          listPage(db, person.id, paging),
          readCounts(db, person.id),
        ])
        return toPage(rows, unread + read, paging)
      },
      detail: ({ messageId }, call) => openMessage(services, call, messageId),
      remove: ({ messageId }, call) => act(services, call, 'remove', messageId),
      async columns(_input, { db, person }) {
        const [counts, unread, readed, trash] = await Promise.all([
          readCounts(db, person.id),
          listColumn(db, person.id, 'unread'),
          listColumn(db, person.id, 'read'),
          listColumn(db, person.id, 'trash'),
        ])
        return {
          unread,
          readed,
          trash,
          counts: { unread: counts.unread, readed: counts.read, trash: counts.trash },
        }
      },
      content: async ({ msg_id }, { db, person }) => (await requireMessage(db, person.id, msg_id)).content,
      markRead: ({ msg_id }, call) => act(services, call, 'markRead', msg_id),
      trash: ({ msg_id }, call) => act(services, call, 'trash', msg_id),
      restore: ({ msg_id }, call) => act(services, call, 'restore', msg_id),
    })
  },
}
