import type { DataOf } from '@drivesim/contract/endpoint'
import { home } from '@drivesim/contract/home'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { query } from '../../api/query.ts'

/** However many live events come, they cost one call in so many milliseconds. */
const pauseMs = 10_000

const todosQuery = query(home.todos, undefined, { quiet: true })

/** Something that waits, or that could not be read. */
export type TodoAnswer = DataOf<typeof home.todos>[number]
export type Todo = Extract<TodoAnswer, { count: number }>

/**
 * What waits for this person; read whenever the page is shown, and after live events that may have changed it.
 */
export function useTodos() {
  const client = useQueryClient()
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const renewSoon = () => {
      soon ??= setTimeout(() => {
        soon = undefined
        void client.invalidateQueries({ queryKey: todosQuery.queryKey })
      }, pauseMs)
    }
    const ends = [
      onLive('simulator', renewSoon),
      onLive('simulatorGone', renewSoon),
      onLive('unread', renewSoon),
    ]
    return () => {
      for (const end of ends) end()
      clearTimeout(soon)
    }
  }, [client])
  return useQuery({ ...todosQuery, staleTime: 0, refetchOnWindowFocus: true })
}
