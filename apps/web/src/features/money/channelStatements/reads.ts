import { home } from '@drivesim/contract/board/home'
import { channelStatements } from '@drivesim/contract/money/channelStatements/channelStatements'

/** Calls to read again when a file changes, or something is done about a line. */
export const channelStatementReads = [
  channelStatements.list,
  channelStatements.gaps,
  channelStatements.lines,
  home.todos,
]
