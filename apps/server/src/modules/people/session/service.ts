import { randomUUID } from 'node:crypto'
import {
  errors,
  firstPasswordDays,
  type ParsedOf,
  type PasskeyAssertion,
  Refusal,
  refuse,
  type session,
  type Tokens,
} from '@drivesim/contract'
import { codeSet } from '../../../platform/auth/auth.ts'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import type { AccessToken, Tokens as TokenMaker } from '../../../platform/auth/tokens.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import {
  noteFailedSignIn,
  notePassage,
  type SignInFailure,
  type Way,
} from '../../tools/operationLog/security.service.ts'
import { tellOfAccount, tellOfNewBrowser } from '../../trust/accountNotices/service.ts'
import { bindByMail, finishAtProvider, memberOf } from '../../trust/identities/service.ts'
import { endChallenge, openChallenge, tryChallenge } from '../../trust/secondSteps/challenges.service.ts'
import { lacksFactor } from '../../trust/secondSteps/firstFactor.service.ts'
import { ownerOfPasskey, requestOf } from '../../trust/secondSteps/passkeys.service.ts'
import { relyingParty } from '../../trust/secondSteps/relyingParty.rules.ts'
import {
  beginSecondStep,
  type Given,
  ownerOf,
  takeSecondStep,
} from '../../trust/secondSteps/secondStep.service.ts'
import { admitTry, isKnownTo, rememberBrowser } from './gate.service.ts'
import * as queries from './queries.ts'

/** Several tabs may refresh with the same token at once; so many seconds after its successor was first used it is a stolen one. */
const reuseGraceSeconds = 10

/**
 * Signs in with account and password.
 * @throws Refusal loginFailed, the same for known and unknown accounts; loginTooOften; accountDisabled; unavailable
 * where too many strangers wait for theirs to be looked at; secondStepNeeded where the account has a factor
 */
export async function signIn(
  services: Services,
  given: { username: string; password: string },
  call: Call,
): Promise<Tokens> {
  const { db } = services
  const account = given.username.toLowerCase()
  const admitted = await admitTry(db, services.authentication.browsers, { account, call })
  const member = await queries.findMember(db, account)
  const isRight = await verifyPassword(member?.passwordHash, given.password, admitted.asking)
  const failed = (reason: SignInFailure) => noteFailedSignIn(services, call, member, reason)
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
  await admitted.forget()
  if (await isPasswordClosed(services, member.id)) {
    await failed('closed')
    throw refuse(errors.passwordClosed, services.config.singleSignOn?.name ?? '')
  }
  const secondStep = await beginSecondStep(services, member.id)
  if (secondStep !== null) throw refuse(errors.secondStepNeeded).with(secondStep)
  const isFirst = member.mustChangePassword || member.lastLoginAt === null
  return enter(services, call, member, {
    methods: ['password'],
    addsFactor: admitted.asking === 'known' || isFirst,
    isNewBrowser: admitted.asking !== 'known' && !isFirst,
  })
}

/** Where single sign-on is the only way, those alone who see to it may still come in without it. */
async function isPasswordClosed({ db, config }: Services, memberId: number): Promise<boolean> {
  if (config.singleSignOn?.only !== true) return false
  const row = await queries.findPersonOfMember(db, memberId)
  return row === undefined || !codeSet(row.codes).has('system:security')
}

/** The second step after the right password. @throws Refusal challengeOver, codeWrong, passkeyFailed, tooManyCodes, accountDisabled */
export async function takeStep(
  services: Services,
  { challenge, ...given }: Given & { readonly challenge: string },
  call: Call,
): Promise<Tokens> {
  const { db, authentication } = services
  const begun = await tryChallenge(db, 'secondStep', challenge)
  const member = begun === undefined ? undefined : await ownerOf(db, begun.memberId ?? 0)
  if (begun === undefined || member === undefined) throw refuse(errors.challengeOver)
  const isKnown = isKnownTo(authentication.browsers, call, member.account)
  const step = { memberId: member.id, challenge, left: begun.left, isKnown }
  const refusal = await takeSecondStep(services, step, given)
  if (refusal !== null) {
    const isNew = await noteFailedSignIn(services, call, member, 'secondStep')
    if (isNew) await tell(services, member.id, 'secondStepFailed', call)
    throw refusal
  }
  if (!(await endChallenge(db, challenge))) throw refuse(errors.challengeOver)
  if (given.method === 'recovery') await tell(services, member.id, 'recoveryUsed', call)
  return enterIfEnabled(services, call, member, { methods: ['password', given.method], isKnown })
}

/** Signs in with a passkey alone: it knows its account, and its authenticator has verified the person. @throws Refusal passkeyFailed */
export async function signInWithPasskey(
  services: Services,
  { challenge, assertion }: { challenge: string; assertion: PasskeyAssertion },
  call: Call,
): Promise<Tokens> {
  const { db } = services
  if ((await tryChallenge(db, 'passkeySignIn', challenge)) === undefined) throw refuse(errors.challengeOver)
  const memberId = await ownerOfPasskey(services, challenge, assertion)
  const member = memberId === null ? undefined : await ownerOf(db, memberId)
  if (member === undefined || !(await endChallenge(db, challenge))) {
    await noteFailedSignIn(services, call, member, 'passkey')
    throw refuse(errors.passkeyFailed)
  }
  const isKnown = isKnownTo(services.authentication.browsers, call, member.account.toLowerCase())
  return enterIfEnabled(services, call, member, { methods: ['passkey'], isKnown })
}

/** Begins to sign in with a passkey. @throws Refusal passkeyImpossible */
export async function beginPasskeySignIn({ db, config }: Services) {
  const party = relyingParty(config)
  if (party === null) throw refuse(errors.passkeyImpossible)
  const challenge = await openChallenge(db, 'passkeySignIn', { memberId: null, sealed: null })
  return { challenge, options: requestOf(party, challenge, []) }
}

/** Signs in as whom somebody is at the provider of single sign-on; a second step is ours unless the provider asked for one. */
export async function signInWithProvider(
  services: Services,
  { grant_type: _, ...answer }: Extract<ParsedOf<typeof session.token>, { grant_type: 'provider' }>,
  call: Call,
): Promise<Tokens> {
  const { db, authentication } = services
  const proved = await finishAtProvider(services, 'providerSignIn', null, answer).catch(async error => {
    if (error instanceof Refusal) await noteFailedSignIn(services, call, undefined, 'provider')
    throw error
  })
  const known = await memberOf(db, proved.issuer, proved.subject)
  const member = known ?? (await bindByMail(services, proved, call))
  if (member === undefined) {
    await noteFailedSignIn(services, call, undefined, 'unbound')
    throw refuse(errors.identityUnknown)
  }
  const secondStep = proved.isStrong ? null : await beginSecondStep(services, member.id)
  if (secondStep !== null) throw refuse(errors.secondStepNeeded).with(secondStep)
  const isKnown = isKnownTo(authentication.browsers, call, member.account.toLowerCase())
  const { sessionId: providerSession } = proved
  return enterIfEnabled(services, call, member, { methods: ['provider'], isKnown, providerSession })
}

interface Entering {
  readonly id: number
  readonly account: string
}

interface Proved {
  readonly methods: readonly Way[]
  /** The session at the provider of single sign-on. */
  readonly providerSession?: string | null
  readonly addsFactor: boolean
  /** The account signed in before, and never with this browser. */
  readonly isNewBrowser: boolean
}

/** Tells somebody of their account, apart from anything else. */
const tell = (
  services: Services,
  memberId: number,
  notice: 'secondStepFailed' | 'recoveryUsed',
  from: Pick<Call, 'address' | 'userAgent'>,
) => services.db.transaction().execute(trx => tellOfAccount(services, trx, { memberId, notice, from }))

async function enterIfEnabled(
  services: Services,
  call: Call,
  member: Entering & { readonly enabled: boolean },
  { isKnown, ...proved }: Pick<Proved, 'methods' | 'providerSession'> & { readonly isKnown: boolean },
): Promise<Tokens> {
  if (!member.enabled) {
    await noteFailedSignIn(services, call, member, 'disabled')
    throw refuse(errors.accountDisabled)
  }
  return enter(services, call, member, { ...proved, addsFactor: true, isNewBrowser: !isKnown })
}

/** Opens the session of somebody who has proved who they are, and knows their browser from now on. */
async function enter(
  services: Services,
  call: Call,
  member: Entering,
  { isNewBrowser, ...proved }: Proved,
): Promise<Tokens> {
  const { db, bus, apiBase } = services
  const { tokens, browsers } = services.authentication
  const { address, userAgent } = call
  // Whoever has the password alone must not make their browser a known one by coming twice: there the first factor could be added.
  if (proved.addsFactor || !(await lacksFactor(db, member.id)))
    rememberBrowser(browsers, { account: member.account.toLowerCase(), call, path: `${apiBase}/auth` })
  const sessionId = randomUUID()
  await db.transaction().execute(async trx => {
    await queries.openSession(trx, { id: sessionId, memberId: member.id, address, userAgent, ...proved })
    const ended = await queries.endOldest(trx, member.id)
    if (isNewBrowser) await tellOfNewBrowser(services, trx, member.id, call)
    if (ended > 0) await sayLive(bus, trx, { sessionChanged: [member.id] })
  })
  await notePassage(services, { person: member, address, userAgent }, 'signIn', proved.methods)
  return issue(tokens, { sessionId, number: 1, generation: 0 })
}

/** The session goes on with new tokens, since its person proved anew who they are. @throws Refusal sessionEnded */
export async function renewAfterProof(
  { db, authentication }: Pick<Platform, 'db' | 'authentication'>,
  sessionId: string,
): Promise<Tokens> {
  const issued = await queries.noteProof(db, sessionId)
  if (issued === undefined) throw refuse(errors.sessionEnded)
  return issue(authentication.tokens, issued)
}

/**
 * Exchanges a refresh token for the tokens of the next number, as often as it is asked until one of those was used: an
 * answer may be lost. Used again after that, past the grace, it ends the whole session: either its owner or a thief
 * holds a copy.
 */
export async function refresh(services: Services, given: string, call: Call): Promise<Tokens> {
  const { tokens } = services.authentication
  const { sessionId, number } = tokens.readRefreshToken(given)
  const renewed = await services.db.transaction().execute(trx => renew(trx, sessionId, number))
  if (renewed === 'reused') {
    await noteFailedSignIn(services, call, await queries.ownerOfSession(services.db, sessionId), 'reused')
    throw refuse(errors.sessionEnded)
  }
  if (renewed instanceof Refusal) throw renewed
  return issue(tokens, { sessionId, number: number + 1, generation: renewed })
}

/** The generation of the session. Returns its refusal, since ending the session must be committed with it. */
async function renew(trx: Db, sessionId: string, number: number): Promise<Refusal | 'reused' | number> {
  const found = await queries.lockSession(trx, sessionId)
  if (found === undefined) return refuse(errors.badToken)
  if (found.over) return refuse(errors.sessionEnded)
  const behind = found.number - number
  if (behind > 1 || (behind === 1 && found.secondsSince > reuseGraceSeconds)) {
    await queries.endSession(trx, sessionId, 'reused')
    return 'reused'
  }
  await queries.noteNumber(trx, sessionId, number)
  await queries.extendSession(trx, sessionId)
  return found.generation
}

async function issue(tokens: TokenMaker, issued: AccessToken): Promise<Tokens> {
  return { token: await tokens.sign(issued), refreshToken: tokens.refreshToken(issued) }
}
