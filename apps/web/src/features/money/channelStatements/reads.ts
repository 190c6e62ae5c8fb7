import { home } from '@drivesim/contract/board/home'
import { channelStatements } from '@drivesim/contract/money/channelStatements/channelStatements'

/** Calls whose answers change with a file, or with what is done about a line. */
export const channelStatementReads = [
  channelStatements.list,
  channelStatements.gaps,
  channelStatements.lines,
  home.todos,
]
