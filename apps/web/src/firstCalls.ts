import type { Me } from '@drivesim/contract/account'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { home } from '@drivesim/contract/home'
import type { messages } from '@drivesim/contract/messages'
import { meQuery } from './api/me.ts'
import { queryClient } from './api/queryClient.ts'
import { unreadQuery } from './app/frame/unread.ts'
import { homePath } from './app/guard/paths.ts'
import { overviewQuery } from './features/home/overview.ts'

/** What 首页 is drawn from. */
export interface FirstAnswers {
  readonly me: Me
  readonly overview: DataOf<typeof home.overview>
  readonly unread: DataOf<typeof messages.count>
}

/** Asks who is signed in, and what the first page shows, while the code of both is still on its way. */
export function askFirst(): void {
  const answers = writtenAnswers()
  if (answers !== null) {
    queryClient.setQueryData(meQuery.queryKey, answers.me)
    queryClient.setQueryData(overviewQuery.queryKey, answers.overview)
    queryClient.setQueryData(unreadQuery.queryKey, answers.unread)
    return
  }
  void queryClient.prefetchQuery(meQuery)
  if (location.pathname === homePath) void queryClient.prefetchQuery(overviewQuery)
}

/** What the server has drawn its picture from is not asked again. */
function writtenAnswers(): FirstAnswers | null {
  return JSON.parse(document.getElementById('first-answers')?.textContent ?? 'null')
}
