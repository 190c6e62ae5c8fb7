import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/queryClient.ts'
import { overviewQuery } from '../features/home/overview.ts'
import { homePath } from './paths.ts'

/** Asks who is signed in, and what the first page shows, while the code of both is still on its way. */
export function askFirst(): void {
  void queryClient.prefetchQuery(meQuery)
  if (['/', homePath].includes(location.pathname)) void queryClient.prefetchQuery(overviewQuery)
}
