import type { Me } from '@drivesim/contract/people/account'
import { createContext, useContext } from 'react'
import type { LazyCode } from '../../ui/lazyCode.ts'

/** What the frame opens over the page. */
export interface Dialogs {
  /** Has a second step of signing in added: stands alone where that is due, else can be closed. */
  readonly firstFactor: LazyCode<{ me: Me; onClosed?: () => void }>
  /** Stands alone until the first password is changed. */
  readonly firstPassword: LazyCode<{ me: Me }>
  /** Shows what `useJobs` says. */
  readonly jobs: LazyCode
  /** @param page stands open at first; missing: the overview */
  readonly personalCentre: LazyCode<{ me: Me; page?: string; onClosed: () => void }>
  /** Proves anew who one is. */
  readonly proof: LazyCode<{ onDone: () => void; onCancelled: () => void }>
  /** Says why one reads so much of people. */
  readonly readingReason: LazyCode<{ onDone: () => void; onCancelled: () => void }>
  /** Has the file of `useScheduling` sent by the clock. */
  readonly schedule: LazyCode<{ onClosed: () => void }>
  readonly systemMessages: LazyCode<{ onClosed: () => void }>
}

/** Handed in from the top. */
export const DialogsContext = createContext<Dialogs | null>(null)

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('nobody handed the dialogs in')
  return dialogs
}
