import { messages } from '@drivesim/contract/notices/messages'
import type { QueryClient } from '@tanstack/react-query'

/** Calls to read again when a message is opened or moved. */
export const messageReads = [messages.columns, messages.list, messages.count]

/** All that shows messages is read again: one was opened or moved. */
export function refreshMessages(client: QueryClient): Promise<unknown> {
  return Promise.all(messageReads.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
}
