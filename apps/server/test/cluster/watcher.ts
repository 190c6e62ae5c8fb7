import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { until } from '../device.ts'
import { type LiveStream, openLiveStream } from '../liveStream.ts'
import type { People } from './people.ts'
import type { Waits } from './waits.ts'

/** As our pages do (apps/web/src/api/backOff.ts): soon, but not all at the same moment. Milliseconds. */
const comesBackMs = [125, 250] as const

/** Somebody who has an open page, and comes back to the stream where it ends. */
export interface Watcher {
  /** How many events came so far. */
  events(): number
  /**
   * Waits until each payment so far was told, or the stream has caught up since: then the page reads again. One that was made before
   * that and answered after it, since the answer was lost with the primary and asked for again, is read then, too: nobody is told.
   */
  told(): Promise<void>
  stop(): void
}

export function openWatcher(url: string, people: People, waits: Waits): Watcher {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Orders that the stream told of. */
  const told = new Set<number>()
  let events = 0
  /** When the stream last said that it has caught up, on the steady clock. */
  let caughtUpAt = 0
  let stream: LiveStream | undefined
  void watch()

  async function watch(): Promise<void> {
    let after: string | undefined
    let lostAt: number | undefined
    while (!signal.aborted) {
      try {
        stream = await openLiveStream(url, await people.reader.token(), after)
      } catch {
        people.reader.forgetToken()
        await wait(randomInt(...comesBackMs))
        continue
      }
      caughtUpAt = performance.now()
      if (lostAt !== undefined) waits.took('stream', caughtUpAt - lostAt)
      const readOn = () => {
        for (const event of stream?.events.splice(0) ?? []) {
          events += 1
          after = event.id ?? after
          // Also where the server itself has missed something: pages read again.
          if (event.name === 'caughtUp') caughtUpAt = event.at
          if (event.name === 'order' && 'id' in event.data) told.add(event.data.id)
        }
      }
      while (!stream.isEnded() && !signal.aborted) {
        readOn()
        await wait(5)
      }
      readOn()
      lostAt = performance.now()
      await wait(randomInt(...comesBackMs))
    }
  }

  return {
    events: () => events,
    async told() {
      const untold = () =>
        people.payments().filter(({ orderId, at }) => at > caughtUpAt && !told.has(orderId))
      const asked = performance.now()
      await until(
        'all payments so far are told',
        async () => {
          const rest = untold().filter(({ at }) => at <= asked)
          if (rest.length === 0) return true
          const caughtUp = new Date(Date.now() - (performance.now() - caughtUpAt))
          const read = await people.madeBefore(
            rest.map(({ orderId }) => orderId),
            caughtUp,
          )
          if (!rest.every(({ orderId }) => read.has(orderId))) return false
          console.log(`${rest.length} payments were made before the page read anew, and answered after it`)
          return true
        },
        30_000,
      )
      expect(events).toBeGreaterThan(0)
    },
    stop() {
      stopping.abort()
      stream?.close()
    },
  }
}
