import type { Me } from '@drivesim/contract/people/account'
import { createContext, useContext } from 'react'
import type { LazyCode } from '../../ui/lazyCode.ts'

/** What the frame opens over the page. */
export interface Dialogs {
  /** Stands alone until the first password is changed. */
  readonly firstPassword: LazyCode<{ me: Me }>
  /** Shows what `useJobs` says. */
  readonly jobs: LazyCode
  readonly personalCentre: LazyCode<{ me: Me; onClosed: () => void }>
  readonly systemMessages: LazyCode<{ onClosed: () => void }>
}

/** Handed in from the top. */
export const DialogsContext = createContext<Dialogs | null>(null)

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('nobody handed the dialogs in')
  return dialogs
}
