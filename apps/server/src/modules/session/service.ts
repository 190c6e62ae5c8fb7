import { randomUUID } from 'node:crypto'
import { errors, type Refusal, refuse, type Tokens } from '@drivesim/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import { codeSet, type FindPeople, type FindPerson } from '../../platform/auth/auth.ts'
import { verifyPassword } from '../../platform/auth/passwords.ts'
import { mintScope } from '../../platform/auth/scope.ts'
import { hashSecret, newSecret, type Tokens as TokenMaker } from '../../platform/auth/tokens.ts'
import type { Person } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** Tries of one account from one address in 15 minutes; then it waits. */
const triesPerPair = 5
/** Tries of any accounts from one address in 15 minutes. */
const triesPerAddress = 60
/** Past so many an hour from anywhere, only addresses the account signed in from before may try: nobody is locked out by others. */
const triesPerAccount = 100
/** Several tabs may refresh with the same token at once; after this many seconds a used token is a stolen one. */
const reuseGraceSeconds = 10

export interface Caller {
  readonly address: string
  readonly userAgent: string | null
}

/**
 * Signs in with account and password.
 * @throws Refusal loginFailed, the same for known and unknown accounts; loginTooOften; accountDisabled
 */
export async function signIn(
  db: Kysely<DB>,
  tokens: TokenMaker,
  given: { username: string; password: string },
  caller: Caller,
): Promise<Tokens> {
  const account = given.username.toLowerCase()
  await admitTry(db, account, caller.address)
  const member = await queries.findMember(db, account)
  if (!(await verifyPassword(member?.passwordHash, given.password)) || member === undefined) {
    throw refuse(errors.loginFailed)
  }
  await queries.forgetTries(db, account, caller.address)
  if (!member.enabled) throw refuse(errors.accountDisabled)
  const sessionId = randomUUID()
  const refreshToken = newSecret()
  await db.transaction().execute(trx =>
    queries.openSession(trx, {
      id: sessionId,
      memberId: member.id,
      refreshHash: hashSecret(refreshToken),
      ...caller,
    }),
  )
  return { token: await tokens.sign(sessionId), refreshToken }
}

/** Lets a try through and notes it, or refuses it; a refused one does not lengthen the wait. */
async function admitTry(db: Kysely<DB>, account: string, address: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await queries.queueTry(trx, account, address)
    const tries = await queries.countTries(trx, account, address)
    const refused =
      tries.pair >= triesPerPair ||
      tries.address >= triesPerAddress ||
      (tries.account >= triesPerAccount && !tries.known)
    if (refused) throw refuse(errors.loginTooOften, tries.minutes)
    await queries.noteTry(trx, account, address)
  })
}

/**
 * Exchanges a refresh token for new tokens. A token used before, past the grace, ends the whole session: either
 * its owner or a thief holds a copy.
 */
export async function refresh(db: Kysely<DB>, tokens: TokenMaker, refreshToken: string): Promise<Tokens> {
  const hash = hashSecret(refreshToken)
  const renewed = await db
    .transaction()
    .execute((trx): Promise<Tokens | Refusal> => rotate(trx, tokens, hash))
  if ('code' in renewed) throw renewed
  return renewed
}

/** Returns its refusals, since ending the session must be committed with them. */
async function rotate(trx: Db, tokens: TokenMaker, hash: Buffer): Promise<Tokens | Refusal> {
  const found = await queries.lockRefreshToken(trx, hash)
  if (found === undefined) return refuse(errors.badToken)
  if (found.over) return refuse(errors.sessionEnded)
  if (found.usedSecondsAgo !== null && found.usedSecondsAgo > reuseGraceSeconds) {
    await queries.endSession(trx, found.sessionId, 'reused')
    return refuse(errors.sessionEnded)
  }
  const refreshToken = newSecret()
  await queries.useRefreshToken(trx, hash, found.sessionId)
  await queries.addRefreshToken(trx, found.sessionId, hashSecret(refreshToken))
  return { token: await tokens.sign(found.sessionId), refreshToken }
}

/** Reads who is behind a session as of now: their codes, and the organisations below those they manage. */
export function personFinder(db: Kysely<DB>): FindPerson {
  return async sessionId => {
    const row = await queries.findPersonOfSession(db, sessionId)
    if (row === undefined) return 'unknown'
    if (row.over) return 'ended'
    return toPerson(row)
  }
}

/** The same for many sessions at once. */
export function peopleFinder(db: Kysely<DB>): FindPeople {
  return async sessionIds => {
    const rows = await queries.findPeopleOfSessions(db, sessionIds)
    return new Map(rows.filter(({ over }) => !over).map(row => [row.sessionId, toPerson(row)]))
  }
}

const toPerson = (row: queries.PersonRow): Person => ({
  id: row.memberId,
  account: row.account,
  name: row.name,
  sessionId: row.sessionId,
  codes: codeSet(row.codes),
  scope: mintScope(row.organisations),
  mustChangePassword: row.mustChangePassword,
})
