import { create } from 'zustand'
import { afterFrame } from '../../ui/afterFrame.ts'

/** Whether a navigation is under way: from the change of address until the page stands. */
export const useProgress = create<{ running: boolean }>(() => ({ running: true }))

export function startProgress(): void {
  useProgress.setState({ running: true })
}

/** What is to be done where the navigation leads. */
let onArrival: (() => void) | undefined

export function endProgress(): void {
  useProgress.setState({ running: false })
  if (onArrival === undefined) return
  // What stood over the page before gives the focus back as it closes.
  afterFrame(onArrival)
  onArrival = undefined
}

/** Runs something once the page that was just opened is shown. */
export function onceArrived(run: () => void): void {
  onArrival = run
}
