import { errors, type HoldKind, refuse } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './hold.queries.ts'

/** Notes that somebody may know how to sign in as another; their own account is theirs. */
export async function noteHold(
  db: Db,
  hold: { memberId: number; byId: number; how: HoldKind },
): Promise<void> {
  if (hold.memberId !== hold.byId) await queries.insertHold(db, hold)
}

/** Ends the holds on an account at the word of somebody who is none of its holders. @throws Refusal attestsHeld, nothingToAttest */
export async function attestAccount(db: Db, memberId: number, by: number): Promise<void> {
  if (await queries.isOneOf(db, by, [memberId])) throw refuse(errors.attestsHeld)
  if ((await queries.endHolds(db, memberId, by)) === 0) throw refuse(errors.nothingToAttest)
}
