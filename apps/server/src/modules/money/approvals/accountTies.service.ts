import { errors, type HoldKind, refuse } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './accountTie.queries.ts'

/** Notes that somebody may know how to sign in as another; their own account is theirs. */
export async function noteAccountTie(
  db: Db,
  tie: { memberId: number; byId: number; how: HoldKind },
): Promise<void> {
  if (tie.memberId !== tie.byId) await queries.insertAccountTie(db, tie)
}

/** Ends the ties of an account, at the word of somebody who is in none of them. @throws Refusal attestsHeld, nothingToAttest */
export async function attestAccount(db: Db, memberId: number, by: number): Promise<void> {
  if (await queries.isSamePerson(db, by, [memberId])) throw refuse(errors.attestsHeld)
  if ((await queries.endAccountTies(db, memberId, by)) === 0) throw refuse(errors.nothingToAttest)
}

/** Whether an account may be the same person's as one of the others. */
export const isSamePerson = (db: Db, accountId: number, others: readonly number[]): Promise<boolean> =>
  queries.isSamePerson(db, accountId, others)
