import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../../api/live.ts'
import { useMinute } from '../../../ui/now.ts'
import { blocksQuery } from './blocks.ts'
import { overviewQuery } from './overview.ts'
import { todosQuery } from './todos.ts'

/** However many live events come, they cost one call each in so many milliseconds. */
const pauseMs = 10_000
const hourMs = 3_600_000

/** What changes something that waits or today's figures. A notice to this person comes with `unread`. */
const events = [
  'simulator',
  'simulatorGone',
  'workOrder',
  'todos',
  'order',
  'figures',
  'job',
  'unread',
  'caughtUp',
] as const

/**
 * Reads 首页 again after live events that may have changed it, and once an hour, since today is compared up to the last full
 * hour. Nothing else is read by time alone. In a hidden tab it does nothing.
 */
export function useLiveHome(): void {
  const client = useQueryClient()
  const hour = Math.floor(useMinute() / hourMs)
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      soon ??= setTimeout(() => {
        soon = undefined
        void client.invalidateQueries({ queryKey: todosQuery.queryKey })
        void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
        void client.invalidateQueries({ queryKey: blocksQuery.queryKey })
      }, pauseMs)
    }
    const ends = events.map(name => onLive(name, readSoon))
    return () => {
      for (const end of ends) end()
      clearTimeout(soon)
    }
  }, [client])
  useEffect(() => {
    const { dataUpdatedAt = 0 } = client.getQueryState(overviewQuery.queryKey) ?? {}
    if (dataUpdatedAt > 0 && Math.floor(dataUpdatedAt / hourMs) < hour)
      void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
  }, [client, hour])
}
