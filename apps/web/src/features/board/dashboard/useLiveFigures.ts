import { basisOf } from '@drivesim/contract/board/dashboard/boardDates'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Endpoint } from '@drivesim/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../../api/live.ts'
import { keyOf } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useMinute } from '../../../ui/now.ts'
import type { View } from './view.ts'

/** Many pages are told at once and do not ask at once. Milliseconds. */
const spreadMs = 2000
/** However many simulators change, their counts cost one call in so many milliseconds. */
const devicesPauseMs = 10_000
/** A lesson more hardly moves the rates of a month: however many end, they cost one call in so many milliseconds. */
const passRatePauseMs = 3 * 60_000

/**
 * Asks the calls again when figures of the view's days changed, or the page may have missed that; nothing is asked for
 * on time alone. Being an effect, it does nothing in a hidden tab; in a hidden window it waits until that is seen.
 * @param devices whether the simulators' states are shown too
 */
export function useLiveFigures(view: View, endpoints: readonly Endpoint[], { devices = false } = {}): void {
  const client = useQueryClient()
  const paths = endpoints.map(({ path }) => path).join(' ')
  const { beginDate, endDate, compare, align } = view
  useEffect(() => {
    const { within: actWithin, stop } = oncePerWait(() => {
      for (const path of paths.split(' ')) void client.invalidateQueries({ queryKey: [path] })
    })
    const ends = [
      onLive('figures', ({ first, last }) => {
        const { previous, today } = basisOf({ beginDate, endDate, compare, align }, serverNow())
        const from = previous === null || beginDate < previous.beginDate ? beginDate : previous.beginDate
        if (last >= from && first <= (endDate > today ? endDate : today)) actWithin(Math.random() * spreadMs)
      }),
      onLive('caughtUp', () => actWithin(0)),
      ...(devices
        ? [
            onLive('simulator', () => actWithin(devicesPauseMs)),
            onLive('simulatorGone', () => actWithin(devicesPauseMs)),
          ]
        : []),
      stop,
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, paths, beginDate, endDate, compare, align, devices])
}

/** What speaks of whole weeks, or of months up to this one: another day may begin another. */
const byDay = [dashboard.heat, dashboard.passRate, dashboard.findings]

/**
 * Asks for blocks 6 to 8 again, whatever the view: all of them on another day, and the rates of this month some minutes after
 * lessons ended.
 */
export function useLiveBlocks(): void {
  const client = useQueryClient()
  const today = businessDayOf(useMinute())
  useEffect(() => {
    for (const endpoint of byDay)
      void client.invalidateQueries({
        queryKey: keyOf(endpoint),
        predicate: ({ state: { dataUpdatedAt: at } }) => at > 0 && businessDayOf(at) !== today,
      })
  }, [client, today])
  useEffect(() => {
    const { within, stop } = oncePerWait(
      () => void client.invalidateQueries({ queryKey: keyOf(dashboard.passRate) }),
    )
    const hear = () => within(passRatePauseMs)
    const ends = [onLive('figures', hear), onLive('caughtUp', hear), stop]
    return () => {
      for (const end of ends) end()
    }
  }, [client])
}

/** Does something once within the shortest wait that was asked for; in a hidden window as soon as that is seen. */
function oncePerWait(act: () => void) {
  let soon: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  const begin = () => {
    soon = undefined
    if (document.hidden) return
    due = Number.POSITIVE_INFINITY
    act()
  }
  const seen = () => {
    if (!document.hidden && due !== Number.POSITIVE_INFINITY && soon === undefined) begin()
  }
  document.addEventListener('visibilitychange', seen)
  return {
    within(ms: number) {
      const at = Date.now() + ms
      if (at >= due) return
      due = at
      clearTimeout(soon)
      soon = setTimeout(begin, ms)
    },
    stop() {
      clearTimeout(soon)
      document.removeEventListener('visibilitychange', seen)
    },
  }
}
