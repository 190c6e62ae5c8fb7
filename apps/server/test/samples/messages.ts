import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const message = (ids: { message: number }) => ({ msg_id: ids.message })
const messageId = (ids: { message: number }) => ({ messageId: ids.message })

export const samples = samplesOf(
  'messages',
  (app: TestApp, { mark, me }: Place) =>
    insertIds(
      app,
      ['message', 'opened', 'trashed'],
      `with made as (
         insert into message (member_id, title, brief, content, state)
         select $1, $2 || '-消息', '', '', state from unnest('{unread,read,trash}'::text[]) state returning id, state
       ) select max(id) filter (where state = 'unread') as message, max(id) filter (where state = 'read') as opened,
           max(id) filter (where state = 'trash') as trashed
         from made`,
      [me, mark],
    ),
  {
    count: noInput,
    list: noInput,
    info: { input: messageId },
    remove: { input: messageId },
    columns: noInput,
    content: { input: message },
    markRead: { input: message },
    markAllRead: noInput,
    markFoundRead: noInput,
    trash: { input: ({ opened }) => ({ msg_id: opened }) },
    restore: { input: ({ trashed }) => ({ msg_id: trashed }) },
  },
)
