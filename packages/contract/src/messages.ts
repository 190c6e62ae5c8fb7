import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Site messages (spec §7): one store with the personal centre, `msg_id` = `messageId`; own rows only. */
export const messages = {
  count: endpoint({
    title: '未读消息数',
    method: 'GET',
    path: '/message/count',
    access: 'signedIn',
    reply: z.int(),
  }),
}
