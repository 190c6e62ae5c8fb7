import { useSyncExternalStore } from 'react'
import { serverNow, whenServerTimeJumps } from '../api/serverClock.ts'
import { perFrame } from './speed/perFrame.ts'

/** So many clocks at most are drawn again in one frame: on a board of a thousand no tick is a long task. */
const mostClocks = 50

/** One timer for everything that ticks, stopped while nothing on a visible page reads it. */
function ticker(milliseconds: number) {
  const listeners = new Set<() => void>()
  let now = serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  const due = perFrame<() => void, () => void>(mostClocks, some => {
    for (const listener of some) if (listeners.has(listener)) listener()
  })
  const tick = () => {
    now = serverNow()
    for (const listener of listeners) due.put(listener, listener)
  }
  whenServerTimeJumps(tick)
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (timer === undefined) {
        // A value younger than one tick stays; else what was just rendered with it would be rendered again at once.
        if (serverNow() - now >= milliseconds) now = serverNow()
        timer = setInterval(tick, milliseconds)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        due.stop()
      }
    },
    read: () => now,
  }
}

const seconds = ticker(1000)
const minutes = ticker(20_000)

/**
 * The time now, in milliseconds; the component is rendered again every second.
 * @param inSight what nobody sees follows as `useMinute` does
 */
export function useSecond(inSight: boolean): number {
  const { subscribe, read } = inSight ? seconds : minutes
  return useSyncExternalStore(subscribe, read, serverNow)
}

/** The time now, for texts such as `3 分钟前`. */
export function useMinute(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.read, serverNow)
}
