import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { keyOf } from '../../api/query.ts'
import { orderReads } from './reads.ts'

/** However many orders change at once, what is shown of them is read again this often at most. Milliseconds. */
const readEvery = 1000

/** Reads what the page shows of orders again when one of them changes, while the page is on the screen. */
export function useLiveOrders(studentId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      pending = undefined
      for (const endpoint of orderReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
    const stops = [
      onLive('order', event => {
        if (studentId === undefined || event.studentId === studentId) pending ??= setTimeout(read, readEvery)
      }),
      onLive('caughtUp', read),
    ]
    return () => {
      clearTimeout(pending)
      for (const stop of stops) stop()
    }
  }, [client, studentId])
}
