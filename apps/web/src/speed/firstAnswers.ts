import type { home } from '@drivesim/contract/board/home'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { messages } from '@drivesim/contract/notices/messages'
import type { Me } from '@drivesim/contract/people/account'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../api/me.ts'
import { unreadQuery } from '../app/frame/unread.ts'
import { overviewQuery } from '../features/board/home/overview.ts'

/** What 首页 is rendered from. */
export interface FirstAnswers {
  readonly me: Me
  readonly overview: DataOf<typeof home.overview>
  readonly unread: DataOf<typeof messages.count>
}

/** Takes them as the answers of their calls. */
export function keepAnswers(client: QueryClient, { me, overview, unread }: FirstAnswers): void {
  client.setQueryData(meQuery.queryKey, me)
  client.setQueryData(overviewQuery.queryKey, overview)
  client.setQueryData(unreadQuery.queryKey, unread)
}
