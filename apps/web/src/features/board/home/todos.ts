import { home } from '@drivesim/contract/board/home'
import type { DataOf } from '@drivesim/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'

export const todosQuery = query(home.todos, undefined, { quiet: true })

/** Something that waits, or that could not be read. */
export type TodoAnswer = DataOf<typeof home.todos>[number]
export type Todo = Extract<TodoAnswer, { count: number }>

/** What waits for this person; read whenever the page is shown, and by `useLiveHome`. */
export function useTodos() {
  return useQuery({ ...todosQuery, staleTime: 0, refetchOnWindowFocus: true })
}
