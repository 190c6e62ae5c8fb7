import { useSyncExternalStore } from 'react'

/** In a window of so many lines a chart has the height that its page gives it. */
const usualLines = 1080
const most = 2

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Pixels of a chart: in a higher window more, up to twice as many, or it were a strip in the middle of nothing. */
export function useChartHeight(usual: number): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.round(usual * Math.min(most, Math.max(1, window.innerHeight / usualLines))),
    () => usual,
  )
}
