import type { Endpoint } from '@drivesim/contract/endpoint'
import type { LiveEventName, LiveEvents } from '@drivesim/contract/tools/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { onLive } from './live.ts'
import { keyOf } from './query.ts'

/** However much changes at once, it is read again at most this often. Milliseconds. */
const readEvery = 1000

/**
 * Reads calls again when the server says that something changed, while the page is on the screen.
 * @param reads the same at every render
 * @param concerns whether an event is about what is shown; without it any is
 */
export function useReadAgain<Name extends LiveEventName>(
  name: Name,
  reads: readonly Endpoint[],
  concerns?: (event: LiveEvents[Name]) => boolean,
): void {
  const client = useQueryClient()
  const isShown = useEffectEvent((event: LiveEvents[Name]) => concerns?.(event) ?? true)
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      pending = undefined
      for (const endpoint of reads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
    const stops = [
      onLive(name, event => {
        if (isShown(event)) pending ??= setTimeout(read, readEvery)
      }),
      onLive('caughtUp', read),
    ]
    return () => {
      clearTimeout(pending)
      for (const stop of stops) stop()
    }
  }, [client, name, reads])
}
