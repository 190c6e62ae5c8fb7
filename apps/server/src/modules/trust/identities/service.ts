import { errors, type ParsedOf, refuse, type session } from '@drivesim/contract'
import { z } from 'zod'
import type { Begun, IdentityProvider, Proved } from '../../../platform/auth/identityProvider.ts'
import { newSecret } from '../../../platform/auth/tokens.ts'
import type { Call } from '../../../platform/http/call.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { unlessTaken } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount } from '../accountNotices/service.ts'
import { endChallenge, openChallenge, type Purpose, tryChallenge } from '../secondSteps/challenges.service.ts'
import * as queries from './queries.ts'

const begunColumn = 'auth_challenge.sealed'
const begunSchema = z.object({ nonce: z.string(), verifier: z.string(), isFresh: z.boolean() })

/** @throws Refusal noProvider */
function providerOf({ identityProvider }: Services): IdentityProvider {
  if (identityProvider === null) throw refuse(errors.noProvider)
  return identityProvider
}

/** Begins the way to the provider: what is asked on the way back waits here, sealed. */
export async function beginAtProvider(
  services: Services,
  purpose: Extract<Purpose, `provider${string}`>,
  memberId: number | null,
): Promise<{ url: string; state: string }> {
  const { db, dataKeys } = services
  const state = newSecret()
  const { url, begun } = await providerOf(services).begin(state, purpose === 'providerProof')
  const sealed = await db.transaction().execute(async trx => {
    const { current } = await holdKeysInUse(trx, dataKeys)
    return sealerOf(current, begunColumn)(memberId, JSON.stringify(begun))
  })
  await openChallenge(db, purpose, { memberId, sealed }, state)
  return { url, state }
}

/** Takes what somebody came back with, once. @throws Refusal challengeOver, providerAway, providerRefused */
export async function finishAtProvider(
  services: Services,
  purpose: Extract<Purpose, `provider${string}`>,
  memberId: number | null,
  answer: { readonly code: string; readonly state: string; readonly iss?: string | undefined },
): Promise<Proved> {
  const { db, dataKeys } = services
  const kept = await tryChallenge(db, purpose, answer.state)
  if (kept === undefined || kept.memberId !== memberId || kept.sealed === null)
    throw refuse(errors.challengeOver)
  // Whatever comes of it: a code is exchanged once.
  if (!(await endChallenge(db, answer.state))) throw refuse(errors.challengeOver)
  const begun: Begun = begunSchema.parse(
    JSON.parse(openSealed(dataKeys, { column: begunColumn, id: memberId }, kept.sealed)),
  )
  return providerOf(services).finish(answer, begun)
}

/** The member that somebody is at the provider. */
export const memberOf = (db: Db, issuer: string, subject: string) => queries.memberOf(db, issuer, subject)

/**
 * Binds whoever is not known yet to the one member whose mail the provider and we have both verified, where the installation wants it.
 * @returns the member; undefined: there is none, or they must bind themselves
 */
export async function bindByMail(
  services: Services,
  { issuer, subject, mail }: Proved,
  from: Pick<Call, 'address' | 'userAgent'>,
): ReturnType<typeof queries.findByMail> {
  if (mail === null || !services.config.singleSignOn?.bindsByMail) return undefined
  return services.db.transaction().execute(async trx => {
    const member = await queries.findByMail(trx, issuer, mail)
    if (member === undefined) return undefined
    const { id: memberId } = member
    if (!(await unlessTaken(queries.insertIdentity(trx, { memberId, issuer, subject })))) return undefined
    const act = { kind: 'rights', label: '绑定单点登录', target: subject, detail: '按已验证的邮箱' } as const
    await noteAct({ ...from, db: trx, person: member }, act)
    await tellOfAccount(services, trx, { memberId, notice: 'factorAdded', detail: '单点登录', from })
    return member
  })
}

/** How a member is known at providers. */
export const identitiesOf = (db: Db, memberId: number) => queries.identitiesOf(db, memberId)

/** The provider says that somebody signed out there: what they began with it here is over. */
export async function signOutFromProvider(
  services: Services,
  { logout_token }: ParsedOf<typeof session.providerLogout>,
): Promise<true> {
  const { issuer, ...ended } = await providerOf(services).readLogout(logout_token)
  const people = await queries.endProviderSessions(services.db, issuer, ended)
  if (people.length > 0) await sayLive(services.bus, services.db, { sessionChanged: people })
  return true
}
