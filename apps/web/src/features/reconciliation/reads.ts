import { home } from '@drivesim/contract/home'
import { reconciliation } from '@drivesim/contract/reconciliation'

/** Calls whose answers change with a file, or with what is done about a line. */
export const reconciliationReads = [
  reconciliation.statements,
  reconciliation.gaps,
  reconciliation.lines,
  home.todos,
]
