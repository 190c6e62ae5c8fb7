import { home } from '@drivesim/contract/board/home'
import { reconciliation } from '@drivesim/contract/money/reconciliation/reconciliation'

/** Calls whose answers change with a file, or with what is done about a line. */
export const reconciliationReads = [
  reconciliation.statements,
  reconciliation.gaps,
  reconciliation.lines,
  home.todos,
]
