import {
  challengeSeconds,
  errors,
  type PasskeyAssertion,
  type PasskeyRequest,
  type Refusal,
  refuse,
  type SecondStep,
  type SecondStepData,
} from '@drivesim/contract'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import { openSealed } from '../../../platform/keys/sealing.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { openChallenge } from './challenges.service.ts'
import { passkeysOf, requestOf, verifyAssertion } from './passkeys.service.ts'
import * as queries from './queries.ts'
import { readRecoveryCode } from './recovery.rules.ts'
import { relyingParty } from './relyingParty.rules.ts'
import { stepOfCode } from './totp.rules.ts'

/**
 * Failed second steps a day: a million codes must not be tried out. After so many codes are taken from known browsers alone, and after
 * more from none; what strangers try leaves them their own.
 */
const mostFailures = { stranger: 20, known: 100 } as const

/** Where the secret of an app that shows codes is sealed. */
export const totpColumn = 'factor.secret'

/** How somebody can prove who they are besides the password. */
export interface SecondSteps {
  /** Who has a factor is asked for it, though it cannot be used here: the password alone is not enough. */
  readonly hasFactor: boolean
  /** The way used last comes first, the recovery code never. */
  readonly methods: readonly SecondStep[]
  readonly passkeys: readonly queries.Factor[]
}

export async function secondStepsOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  memberId: number,
): Promise<SecondSteps> {
  const factors = await queries.listFactors(db, memberId)
  if (factors.length === 0) return { hasFactor: false, methods: [], passkeys: [] }
  const passkeys = passkeysOf(factors, relyingParty(config))
  const kinds = factors.filter(one => one.kind === 'totp' || passkeys.includes(one)).map(({ kind }) => kind)
  const hasCodes = (await queries.countRecoveryCodes(db, memberId)) > 0
  const methods = [...new Set(kinds), ...(hasCodes ? ['recovery' as const] : [])]
  return { hasFactor: true, methods, passkeys }
}

/** Asks for one of somebody's passkeys; null: for none. */
export function askFor(
  config: Services['config'],
  challenge: string,
  passkeys: readonly queries.Factor[],
): PasskeyRequest | null {
  const party = relyingParty(config)
  return party === null || passkeys.length === 0 ? null : requestOf(party, challenge, passkeys)
}

/** Begins the second step after the right password; null: none is asked for. */
export async function beginSecondStep(services: Services, memberId: number): Promise<SecondStepData | null> {
  const { hasFactor, methods, passkeys } = await secondStepsOf(services, memberId)
  if (!hasFactor) return null
  const challenge = await openChallenge(services.db, 'secondStep', { memberId, sealed: null })
  const passkey = askFor(services.config, challenge, passkeys)
  return { challenge, methods: [...methods], expiresIn: challengeSeconds, passkey }
}

/** What somebody gives to prove who they are. */
export interface Given {
  readonly method: SecondStep
  readonly code?: string | undefined
  readonly assertion?: PasskeyAssertion | undefined
}

interface Step {
  readonly memberId: number
  readonly challenge: string
  /** Tries that the challenge has left. */
  readonly left: number
  /** The account signed in with this browser before. */
  readonly isKnown: boolean
}

/**
 * Looks at a second step and takes it, so that it counts once. @returns why not; null: it was right. Returned rather than thrown, since
 * who asks notes it first.
 */
export async function takeSecondStep(services: Services, step: Step, given: Given): Promise<Refusal | null> {
  if (given.method === 'passkey') {
    return (await takePasskey(services, step, given.assertion)) ? null : refuse(errors.passkeyFailed)
  }
  const most = mostFailures[step.isKnown ? 'known' : 'stranger']
  if (!(await queries.countFailure(services.db, step.memberId, most)))
    return refuse(errors.tooManyCodes, secondsOfDay(), step.isKnown)
  const isRight =
    given.method === 'totp'
      ? await takeCode(services, step.memberId, given.code ?? '')
      : await takeRecoveryCode(services, step, given.code ?? '')
  if (!isRight) return refuse(errors.codeWrong, step.left)
  await queries.uncountFailure(services.db, step.memberId)
  return null
}

async function takePasskey(
  { db, config }: Services,
  { memberId, challenge }: Step,
  assertion: PasskeyAssertion | undefined,
): Promise<boolean> {
  const party = relyingParty(config)
  if (party === null || assertion === undefined) return false
  const passkey = passkeysOf(await queries.listFactors(db, memberId), party).find(
    ({ credentialId }) => credentialId === assertion.id,
  )
  if (passkey === undefined) return false
  const counter = await verifyAssertion(party, challenge, passkey, assertion)
  return counter !== null && queries.takeCounter(db, passkey.id, counter)
}

async function takeCode({ db, dataKeys }: Services, memberId: number, code: string): Promise<boolean> {
  for (const { id, secret } of await queries.listFactors(db, memberId)) {
    if (secret === null) continue
    const step = stepOfCode(openSealed(dataKeys, { column: totpColumn, id }, secret), code, Date.now())
    if (step !== null && (await queries.takeStep(db, id, step))) return true
  }
  return false
}

async function takeRecoveryCode(
  { db }: Services,
  { memberId, isKnown }: Step,
  text: string,
): Promise<boolean> {
  const given = readRecoveryCode(text)
  if (given === null) return false
  const hash = await queries.recoveryHash(db, memberId, given.slot)
  if (!(await verifyPassword(hash, given.code, isKnown ? 'known' : 'stranger'))) return false
  return queries.useRecoveryCode(db, memberId, given.slot)
}

/** Until failures are counted anew. */
function secondsOfDay(): number {
  const daySeconds = 86_400
  return daySeconds - (Math.floor(Date.now() / 1000) % daySeconds)
}

/** Somebody's factors, the one used last first. */
export const factorsOf = (db: Db, memberId: number) => queries.listFactors(db, memberId)

export const recoveryCodesLeft = (db: Db, memberId: number) => queries.countRecoveryCodes(db, memberId)

/** Who tries to prove who they are. */
export const ownerOf = (db: Db, memberId: number) => queries.findOwner(db, memberId)
