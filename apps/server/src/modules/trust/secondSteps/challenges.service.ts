import { hashSecret, newSecret } from '../../../platform/auth/tokens.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './challenges.queries.ts'

export type { Purpose } from './challenges.queries.ts'

/**
 * Opens a challenge. @param secret where it had to be known before
 * @returns its secret, of which only a hash is kept; a browser signs it, too, to prove a passkey
 */
export async function openChallenge(
  db: Db,
  purpose: queries.Purpose,
  challenge: queries.Challenge,
  secret = newSecret(),
): Promise<string> {
  await queries.insertChallenge(db, hashSecret(secret), { purpose, ...challenge })
  return secret
}

/** Counts a try, before anything of it is looked at. @returns undefined where the challenge is over, or another's */
export const tryChallenge = (db: Db, purpose: queries.Purpose, secret: string) =>
  queries.countTry(db, purpose, hashSecret(secret))

/** Who has given the password somewhere and not yet taken the second step must begin anew: it may be another password by now. */
export const endSignInsBegun = (db: Db, memberId: number): Promise<void> =>
  queries.deleteChallengesOf(db, memberId, 'secondStep')

/** Ends a challenge that was met. @returns whether it was still there: of two who meet it at once one does */
export const endChallenge = (db: Db, secret: string): Promise<boolean> =>
  queries.deleteChallenge(db, hashSecret(secret))
