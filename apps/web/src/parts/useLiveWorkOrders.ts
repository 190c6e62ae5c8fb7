import type { Endpoint } from '@drivesim/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../api/live.ts'
import { keyOf } from '../api/query.ts'

/** However many orders change at once, what is shown of them is read again this often at most. Milliseconds. */
const readEvery = 1000

/**
 * Reads calls again when a work order changes, while the page is on the screen.
 * @param reads the same at every render
 */
export function useLiveWorkOrders(reads: readonly Endpoint[], orderId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      pending = undefined
      for (const endpoint of reads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
    const stops = [
      onLive('workOrder', event => {
        if (orderId === undefined || event.orderId === orderId) pending ??= setTimeout(read, readEvery)
      }),
      onLive('caughtUp', read),
    ]
    return () => {
      clearTimeout(pending)
      for (const stop of stops) stop()
    }
  }, [client, reads, orderId])
}
