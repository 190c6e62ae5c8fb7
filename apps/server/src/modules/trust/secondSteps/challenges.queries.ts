import { challengeSeconds, triesOfChallenge } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a challenge was made for; it is good for nothing else. */
export type Purpose =
  | 'secondStep'
  | 'passkeySignIn'
  | 'proof'
  | 'addTotp'
  | 'addPasskey'
  | 'providerSignIn'
  | 'providerBind'
  | 'providerProof'

export interface Challenge {
  /** null: nobody has said yet who they are. */
  readonly memberId: number | null
  readonly sealed: Buffer | null
}

export async function insertChallenge(
  db: Db,
  hash: Buffer,
  { purpose, memberId, sealed }: Challenge & { readonly purpose: Purpose },
): Promise<void> {
  await db
    .insertInto('auth_challenge')
    .values({
      hash,
      purpose,
      member_id: memberId,
      sealed,
      expires_at: sql`now() + make_interval(secs => ${challengeSeconds})`,
    })
    .execute()
}

/** Counts a try. @returns undefined where the challenge is over, or another's */
export async function countTry(
  db: Db,
  purpose: Purpose,
  hash: Buffer,
): Promise<(Challenge & { readonly left: number }) | undefined> {
  return db
    .updateTable('auth_challenge')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', triesOfChallenge)
    .returning(['member_id as memberId', 'sealed', sql<number>`${triesOfChallenge} - tries`.as('left')])
    .executeTakeFirst()
}

/** @returns whether it was still there */
export async function deleteChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_challenge')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Ends what somebody has begun for one purpose, wherever that was. */
export async function deleteChallengesOf(db: Db, memberId: number, purpose: Purpose): Promise<void> {
  await db
    .deleteFrom('auth_challenge')
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .execute()
}

export async function purgeChallenges(db: Db): Promise<void> {
  await sql`delete from auth_challenge where expires_at < now()`.execute(db)
}
