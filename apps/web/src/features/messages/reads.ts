import { messages } from '@drivesim/contract/messages'
import type { QueryClient } from '@tanstack/react-query'

/** All that shows messages is read again: one was opened or moved. */
export function refreshMessages(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [messages.columns, messages.list, messages.count].map(({ path }) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  )
}
