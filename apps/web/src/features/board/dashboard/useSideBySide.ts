import { useSyncExternalStore } from 'react'

const wide = globalThis.matchMedia?.('(min-width: 2400px)')

function subscribe(listener: () => void) {
  wide?.addEventListener('change', listener)
  return () => wide?.removeEventListener('change', listener)
}

/** Whether the window is so wide that chart and table stand side by side: in one column both would be strips. */
export function useSideBySide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? false,
    () => false,
  )
}
