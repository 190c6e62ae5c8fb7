import {
  errors,
  type factors,
  type ParsedOf,
  type ProofMethod,
  Refusal,
  refuse,
  type Tokens,
} from '@drivesim/contract'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { isKnownTo } from '../../people/session/gate.service.ts'
import { renewAfterProof } from '../../people/session/service.ts'
import { signOutOne } from '../../people/session/sessions.service.ts'
import { failedProofs, noteFailedSignIn, notePassage } from '../../tools/operationLog/security.service.ts'
import { beginAtProvider, finishAtProvider, identitiesOf } from '../identities/service.ts'
import { endChallenge, openChallenge, tryChallenge } from '../secondSteps/challenges.service.ts'
import { askFor, ownerOf, secondStepsOf, takeSecondStep } from '../secondSteps/secondStep.service.ts'

/** Begins to prove anew who one is: with a factor, or, who has none, with the password. */
export async function beginProof(services: Services, { person }: SignedInCall) {
  const { hasFactor, methods, passkeys } = await secondStepsOf(services, person.id)
  const challenge = await openChallenge(services.db, 'proof', { memberId: person.id, sealed: null })
  const providerUrl = await providerUrlOf(services, person.id)
  const offered: ProofMethod[] = [
    ...(providerUrl === null ? [] : ['provider' as const]),
    ...(hasFactor ? methods : ['password' as const]),
  ]
  return { challenge, methods: offered, passkey: askFor(services.config, challenge, passkeys), providerUrl }
}

/** Proofs that may fail within an hour: whoever sits down at an open page must not find out the password by it. */
const mostFailedProofs = 10

/**
 * Proves it: a passkey is enough, a code needs the password beside it. The session goes on with new tokens, and its old ones are no
 * longer good.
 */
export async function prove(
  services: Services,
  call: SignedInCall,
  given: ParsedOf<typeof factors.prove>,
): Promise<Tokens> {
  const { person } = call
  const tokens = await look(services, call, given).catch(async error => {
    if (!(error instanceof Refusal)) throw error
    await noteFailedSignIn(services, call, person, 'proof')
    if ((await failedProofs(services, person.id)) < mostFailedProofs) throw error
    await signOutOne(services.bus, services.db, person.id, person.sessionId)
    throw refuse(errors.sessionEnded)
  })
  const isAlone = given.method === 'passkey' || given.method === 'provider' || given.method === 'password'
  await notePassage(services, call, 'proof', isAlone ? [given.method] : ['password', given.method])
  return tokens
}

/** @throws Refusal where it is none */
async function look(
  services: Services,
  call: SignedInCall,
  { challenge, method, password = '', code, assertion, provider }: ParsedOf<typeof factors.prove>,
): Promise<Tokens> {
  const { db, authentication } = services
  const { person } = call
  const begun = await tryChallenge(db, 'proof', challenge)
  const owner = await ownerOf(db, person.id)
  if (begun?.memberId !== person.id || owner === undefined) throw refuse(errors.challengeOver)
  if (method !== 'passkey' && method !== 'provider' && !(await verifyPassword(owner.hash, password)))
    throw refuse(errors.passwordWrong)
  if (method === 'provider') {
    if (provider === undefined) throw refuse(errors.providerRefused)
    await requireOwnIdentity(services, person.id, provider)
  } else if (method === 'password') {
    const { hasFactor } = await secondStepsOf(services, person.id)
    if (hasFactor) throw refuse(errors.challengeOver)
  } else {
    const isKnown = isKnownTo(authentication.browsers, call, person.account)
    const step = { memberId: person.id, challenge, left: begun.left, isKnown }
    const refusal = await takeSecondStep(services, step, { method, code, assertion })
    if (refusal !== null) throw refusal
  }
  if (!(await endChallenge(db, challenge))) throw refuse(errors.challengeOver)
  return renewAfterProof(services, person.sessionId)
}

/** Where somebody who is known at the provider proves it there; null where they are not, or it is away. */
async function providerUrlOf(services: Services, memberId: number): Promise<string | null> {
  if (services.identityProvider === null || (await identitiesOf(services.db, memberId)).length === 0)
    return null
  try {
    return (await beginAtProvider(services, 'providerProof', memberId)).url
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** What they come back with must be of themselves. */
async function requireOwnIdentity(
  services: Services,
  memberId: number,
  answer: NonNullable<ParsedOf<typeof factors.prove>['provider']>,
): Promise<void> {
  const proved = await finishAtProvider(services, 'providerProof', memberId, answer)
  const own = await identitiesOf(services.db, memberId)
  const isOwn = own.some(({ issuer, subject }) => issuer === proved.issuer && subject === proved.subject)
  if (!isOwn) throw refuse(errors.providerRefused)
}
