import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/queryClient.ts'
import { homePath } from '../app/guard/paths.ts'
import { overviewQuery } from '../features/board/home/overview.ts'
import { choicesQuery } from '../ui/list/choices.ts'
import { type FirstAnswers, keepAnswers } from './firstAnswers.ts'

/** Asks who is signed in, and what the first page shows, while the code of both is still on its way. */
export function askFirst(): void {
  const answers = writtenAnswers()
  if (answers !== null) {
    keepAnswers(queryClient, answers)
    return
  }
  void queryClient.prefetchQuery(meQuery)
  if (location.pathname === homePath) void queryClient.prefetchQuery(overviewQuery)
  // A list begins with its view.
  else void queryClient.prefetchQuery(choicesQuery)
}

/** What the server has rendered 首页 from is not asked again. */
function writtenAnswers(): FirstAnswers | null {
  return JSON.parse(document.getElementById('first-answers')?.textContent ?? 'null')
}
