import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/queryClient.ts'

/** Asks who is signed in while the shell's code is still on its way. */
export function askFirst(): void {
  void queryClient.prefetchQuery(meQuery)
}
