import type { StudentBalance } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { balanceElsewhere, balanceEntries, readPurse } from './balance.queries.ts'
import type { Journal } from './journal.rules.ts'
import { insertJournals } from './queries.ts'

export { postingsOf, postingsOfBill } from './postings.queries.ts'

/**
 * The one way in which money moves: posts the journals of a change, once, after its rows are written and before
 * they are counted (`addFacts`). Whoever posts at the same
 * school next waits for the commit, so little is done after it. Entries of 0 are left out. The ledger's
 * trigger refuses what is off, moves the purses and the sums of the accounts.
 */
export async function post(db: Db, journals: readonly Journal[]): Promise<void> {
  const moving = journals
    .map(journal => ({ ...journal, entries: journal.entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0)
  if (moving.length > 0) await insertJournals(db, moving)
}

/** What a student has to spend, and what moved it at the schools in the scope. The student is in the scope. */
export async function balanceOf(db: Db, scope: Scope, studentId: number): Promise<StudentBalance> {
  return {
    ...(await readPurse(db, studentId)),
    entries: await balanceEntries(db, scope, studentId),
    elsewhere: await balanceElsewhere(db, scope, studentId),
  }
}
