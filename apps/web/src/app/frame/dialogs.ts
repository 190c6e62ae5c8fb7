import type { Me } from '@drivesim/contract/account'
import { createContext, useContext } from 'react'
import type { LazyPage } from '../screens/lazyPage.ts'

/** What the frame opens over the page. */
export interface Dialogs {
  /** Stands alone until the first password is changed. */
  readonly firstPassword: LazyPage<{ me: Me }>
  /** Shows what `useJobs` says. */
  readonly jobs: LazyPage
  readonly personalCentre: LazyPage<{ me: Me; onClosed: () => void }>
  readonly systemMessages: LazyPage<{ onClosed: () => void }>
}

/** Handed in from the top. */
export const DialogsContext = createContext<Dialogs | null>(null)

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('nobody handed the dialogs in')
  return dialogs
}
