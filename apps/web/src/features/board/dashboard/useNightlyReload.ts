import { businessDayOf, dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import { useEffect, useState } from 'react'
import { useLine } from '../../../api/live.ts'
import { serverNow } from '../../../api/serverClock.ts'

const hour = 3_600_000

/** Milliseconds until the next four o'clock in the morning. */
export function untilFour(now: number): number {
  const today = dayStart(businessDayOf(now)) + 4 * hour
  return (today > now ? today : today + dayMilliseconds) - now
}

/**
 * Loads the page anew once a night, so that what runs for months has the code of today. If the server does not answer then, it
 * waits until it does: else the wall would show the browser's error page.
 */
export function useNightlyReload(): void {
  const [due, setDue] = useState(false)
  const live = useLine(({ state }) => state === 'live')
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), untilFour(serverNow()))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (due && live) location.reload()
  }, [due, live])
}
