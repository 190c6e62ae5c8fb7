import { useSyncExternalStore } from 'react'

const narrow = globalThis.matchMedia?.('(max-width: 767.98px)')

function subscribe(listener: () => void) {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Whether the window is as small as a phone, where tables turn into cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => narrow?.matches ?? false,
    () => false,
  )
}
