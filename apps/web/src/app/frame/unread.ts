import { messages } from '@drivesim/contract/notices/messages'
import { query } from '../../api/query.ts'

/** How many messages the person has not read. */
export const unreadQuery = query(messages.count, undefined, { quiet: true })
