import { create } from 'zustand'
import { afterFrame } from '../../ui/afterFrame.ts'

/** Whether a navigation is under way: from the change of address until the page stands. */
export const useProgress = create<{ running: boolean }>(() => ({ running: true }))

export function startProgress(): void {
  useProgress.setState({ running: true })
}

export function endProgress(): void {
  useProgress.setState({ running: false })
}

/** Runs it once the page stands to which somebody has just been led; at once where it stood already. */
export function onceArrived(run: () => void): void {
  // By then the navigation is known to be under way.
  afterFrame(() => {
    if (!useProgress.getState().running) return run()
    const stop = useProgress.subscribe(({ running }) => {
      if (running) return
      stop()
      run()
    })
  })
}
