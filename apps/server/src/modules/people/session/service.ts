import { randomUUID } from 'node:crypto'
import { errors, firstPasswordDays, type Refusal, refuse, type Tokens } from '@drivesim/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { codeSet, type FindMember, type FindPeople, type FindPerson } from '../../../platform/auth/auth.ts'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import { mintScope } from '../../../platform/auth/scope.ts'
import type { Tokens as TokenMaker, TokenNumber } from '../../../platform/auth/tokens.ts'
import type { Call, Person } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteFailedSignIn, notePassage } from '../../tools/operationLog/security.service.ts'
import { admitTry } from './gate.service.ts'
import * as queries from './queries.ts'

/** Several tabs may refresh with the same token at once; so many seconds after its successor was first used it is a stolen one. */
const reuseGraceSeconds = 10
const mostSessionsOfPerson = 20

/**
 * Signs in with account and password.
 * @throws Refusal loginFailed, the same for known and unknown accounts; loginTooOften; accountDisabled; unavailable
 * where too many strangers wait for theirs to be looked at
 */
export async function signIn(
  services: Services,
  given: { username: string; password: string },
  call: Call,
): Promise<Tokens> {
  const { db, bus, apiBase } = services
  const { tokens, browsers } = services.authentication
  const account = given.username.toLowerCase()
  const admitted = await admitTry(db, browsers, { account, call, path: `${apiBase}/auth` })
  const member = await queries.findMember(db, account)
  const isRight = await verifyPassword(member?.passwordHash, given.password, admitted.asking)
  const failed = (reason: 'password' | 'disabled' | 'expired') =>
    noteFailedSignIn(services, call, member, reason)
  if (!isRight || member === undefined) {
    await failed('password')
    throw refuse(errors.loginFailed)
  }
  if (!member.enabled) {
    await failed('disabled')
    throw refuse(errors.accountDisabled)
  }
  if (member.firstPasswordOver) {
    await failed('expired')
    throw refuse(errors.firstPasswordExpired, firstPasswordDays)
  }
  await admitted.succeed()
  const sessionId = randomUUID()
  await db.transaction().execute(async trx => {
    const { address, userAgent } = call
    await queries.openSession(trx, { id: sessionId, memberId: member.id, address, userAgent })
    const ended = await queries.endOldest(trx, member.id, mostSessionsOfPerson)
    if (ended > 0) await sayLive(bus, trx, { sessionChanged: [member.id] })
  })
  const { address, userAgent } = call
  await notePassage(services, { person: member, address, userAgent }, 'signIn')
  return issue(tokens, { sessionId, number: 1 })
}

/**
 * Exchanges a refresh token for the tokens of the next number, as often as it is asked until one of those was used: an
 * answer may be lost. Used again after that, past the grace, it ends the whole session: either its owner or a thief
 * holds a copy.
 */
export async function refresh({ db, authentication: { tokens } }: Platform, given: string): Promise<Tokens> {
  const { sessionId, number } = tokens.readRefreshToken(given)
  const refusal = await db.transaction().execute(trx => renew(trx, sessionId, number))
  if (refusal !== null) throw refusal
  return issue(tokens, { sessionId, number: number + 1 })
}

/** Returns its refusal, since ending the session must be committed with it. */
async function renew(trx: Db, sessionId: string, number: number): Promise<Refusal | null> {
  const found = await queries.lockSession(trx, sessionId)
  if (found === undefined) return refuse(errors.badToken)
  if (found.over) return refuse(errors.sessionEnded)
  const behind = found.number - number
  if (behind > 1 || (behind === 1 && found.secondsSince > reuseGraceSeconds)) {
    await queries.endSession(trx, sessionId, 'reused')
    return refuse(errors.sessionEnded)
  }
  await queries.noteNumber(trx, sessionId, number)
  await queries.extendSession(trx, sessionId)
  return null
}

async function issue(tokens: TokenMaker, issued: TokenNumber): Promise<Tokens> {
  return { token: await tokens.sign(issued), refreshToken: tokens.refreshToken(issued) }
}

/** Reads who is behind a session as of now: their codes, and the organisations below those they manage. */
export function personFinder(db: Kysely<DB>): FindPerson {
  return async ({ sessionId, number }) => {
    const row = await queries.findPersonOfSession(db, sessionId)
    if (row === undefined) return 'unknown'
    if (row.over) return 'ended'
    // Whoever asked for these tokens got them.
    if (number > row.tokenNumber) await queries.noteNumber(db, sessionId, number)
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

/** Who is behind a member: one who is disabled, or still has somebody else's password, may do nothing. */
export function memberFinder(db: Kysely<DB>): FindMember {
  return async memberId => {
    const row = await queries.findPersonOfMember(db, memberId)
    return row === undefined || row.mustChangePassword ? null : toPerson({ ...row, sessionId: '' })
  }
}

const toPerson = (row: queries.MemberRow & { sessionId: string }): Person => ({
  id: row.memberId,
  account: row.account,
  name: row.name,
  sessionId: row.sessionId,
  codes: codeSet(row.codes),
  scope: mintScope(row.organisations),
  mustChangePassword: row.mustChangePassword,
})
