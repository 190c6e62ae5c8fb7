import { useSyncExternalStore } from 'react'

/** One timer for everything that ticks, stopped while nothing on a visible page reads it. */
function ticker(milliseconds: number) {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (timer === undefined) {
        now = Date.now()
        timer = setInterval(tick, milliseconds)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read: () => now,
  }
}

const seconds = ticker(1000)
const minutes = ticker(20_000)

/** The time now, in milliseconds; the component is drawn again every second. */
export function useSecond(): number {
  return useSyncExternalStore(seconds.subscribe, seconds.read)
}

/** The time now, for texts such as `3 分钟前`. */
export function useMinute(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.read)
}
