import { create } from 'zustand'

/** Whether a navigation is under way: from the change of address until the page stands. */
export const useProgress = create<{ running: boolean }>(() => ({ running: true }))

export function startProgress(): void {
  useProgress.setState({ running: true })
}

export function endProgress(): void {
  useProgress.setState({ running: false })
}
