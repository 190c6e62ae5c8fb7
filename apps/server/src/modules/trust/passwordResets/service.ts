import {
  type ContactKind,
  contactKinds,
  errors,
  mostAsked,
  type ParsedOf,
  type passwordResets,
  refuse,
} from '@drivesim/contract'
import { networkOf } from '../../../platform/auth/networks.ts'
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts'
import { hashSecret, newSecret } from '../../../platform/auth/tokens.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { endApiKeys } from '../../open/apiKeys/ending.service.ts'
import { namesOfOwner } from '../../people/account/names.service.ts'
import { passwordRefusal } from '../../people/account/passwords.service.ts'
import { isKnownTo } from '../../people/session/gate.service.ts'
import { signOut } from '../../people/session/sessions.service.ts'
import { noteAct, noteFailedSignIn } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount } from '../accountNotices/service.ts'
import * as codes from '../contacts/codes.service.ts'
import { lacksFactor } from '../secondSteps/firstFactor.service.ts'
import { askFor, secondStepsOf, takeSecondStep } from '../secondSteps/secondStep.service.ts'
import * as queries from './queries.ts'

/** By which contacts people may do it here: those that are allowed, and that something can be sent to. */
export async function waysOf({ db, config }: Services): Promise<ContactKind[]> {
  // Where passwords are closed there is nothing to be had by one.
  if (config.singleSignOn?.only) return []
  const allowed = await queries.selfResetOf(db)
  const kinds: ContactKind[] = ['mail', 'sms']
  return kinds.filter(kind => (allowed === 'both' || allowed === kind) && codes.canSend(config, kind, true))
}

/**
 * Notes that somebody asked, whoever that is: the answer, and the time that it takes, say nothing of the account.
 * @throws Refusal resetUnavailable, loginTooOften
 */
export async function ask(
  services: Services,
  { account, channel }: ParsedOf<typeof passwordResets.ask>,
  { address, userAgent }: Call,
): Promise<true> {
  if (!(await waysOf(services)).includes(channel)) throw refuse(errors.resetUnavailable)
  const asked = {
    account: account.toLowerCase(),
    kind: channel,
    address: networkOf(address),
    userAgent,
  }
  const seconds = await services.db.transaction().execute(async trx => {
    await queries.queueAsking(trx, asked)
    const left = await queries.secondsUntilFree(trx, asked, mostAsked)
    if (left === null) await queries.insertRequest(trx, asked)
    return left
  })
  if (seconds !== null) throw refuse(errors.loginTooOften, seconds)
  return true
}

/** Serves those who asked: who may is sent something. @returns whether there was one */
export async function serveOne(services: Services): Promise<boolean> {
  const allowed = await waysOf(services)
  return services.db.transaction().execute(async trx => {
    const asked = await queries.takeRequest(trx)
    if (asked === undefined) return false
    const { kind, address, userAgent } = asked
    const member = allowed.includes(kind) ? await queries.findReachable(trx, asked) : undefined
    if (member === undefined) return true
    const { id: memberId, account } = member
    const wanted = { memberId, account, kind, address: member.address, purpose: 'forgot' as const }
    const refusal = await codes.sendCode(services, trx, wanted)
    const detail = refusal === null ? `已发送到${contactKinds[kind]}` : refusal.message
    await noteAct(
      { db: trx, person: member, address, userAgent },
      { kind: 'rights', label: '忘记密码', detail },
    )
    return true
  })
}

/** Takes a link or a code. @throws Refusal resetInvalid, the same for known and unknown accounts */
export async function check(services: Services, given: ParsedOf<typeof passwordResets.check>, call: Call) {
  const { db, config } = services
  const challenge = newSecret()
  const found =
    'token' in given
      ? await codes.openByLink(db, hashSecret(given.token), hashSecret(challenge))
      : await openByCode(services, given, hashSecret(challenge))
  if (found === undefined) {
    await noteFailedSignIn(services, call, undefined, 'reset')
    throw refuse(errors.resetInvalid)
  }
  const { methods, passkeys } = await secondStepsOf(services, found.memberId)
  return {
    challenge,
    account: found.account,
    methods: [...methods],
    passkey: askFor(config, challenge, passkeys),
  }
}

async function openByCode(
  { db }: Services,
  { account, code }: { account: string; code: string },
  challenge: Buffer,
) {
  const tried = await codes.countTry(db, 'forgot', 'sms', { account })
  // As long where there is none.
  if (!(await verifyPassword(tried?.codeHash, code, 'stranger')) || tried === undefined) return undefined
  return codes.openById(db, tried.id, challenge)
}

/**
 * Sets the password of whoever holds a challenge; a second step is proved where there is one. Every session ends, and none begins.
 * @throws Refusal resetInvalid, secondStepNeeded, codeWrong, passkeyFailed, tooManyCodes, namedPassword, commonPassword
 */
export async function reset(
  services: Services,
  { challenge, nPwd, proof }: ParsedOf<typeof passwordResets.reset>,
  call: Call,
): Promise<true> {
  const { db } = services
  const found = await codes.findReset(db, hashSecret(challenge))
  if (found === undefined) throw refuse(errors.resetInvalid)
  const { memberId, account, purpose } = found
  if (purpose === 'forgot' && (await lacksFactor(db, memberId))) throw refuse(errors.resetInvalid)
  const refusal = await passwordRefusal(nPwd, await namesOfOwner(db, memberId))
  if (refusal !== null) throw refusal
  const { hasFactor } = await secondStepsOf(services, memberId)
  // Last, since it counts once.
  if (hasFactor) await requireStep(services, { ...found, challenge }, proof, call)
  const hash = await hashPassword(nPwd)
  await db.transaction().execute(async trx => {
    await queries.lockOwner(trx, memberId)
    if (!(await codes.useCode(trx, found.id))) throw refuse(errors.resetInvalid)
    await queries.setPassword(trx, memberId, hash)
    const { address, userAgent } = call
    const by = { db: trx, person: { id: memberId, account }, address, userAgent }
    await noteAct(by, { kind: 'rights', label: '重设忘记的密码' })
    await tellOfAccount(services, trx, { memberId, notice: 'passwordForgotten', from: call })
    await signOut(services.bus, trx, { memberId, reason: 'passwordChanged' })
    await endApiKeys(trx, memberId, 'passwordReset')
  })
  return true
}

async function requireStep(
  services: Services,
  { id, memberId, account, challenge }: codes.Reset & { readonly challenge: string },
  proof: ParsedOf<typeof passwordResets.reset>['proof'],
  call: Call,
): Promise<void> {
  if (proof === undefined) throw refuse(errors.secondStepNeeded)
  const left = await codes.countProof(services.db, id)
  if (left === undefined) throw refuse(errors.resetInvalid)
  const isKnown = isKnownTo(services.authentication.browsers, call, account.toLowerCase())
  const refusal = await takeSecondStep(services, { memberId, challenge, left, isKnown }, proof)
  if (refusal === null) return
  await noteFailedSignIn(services, call, { id: memberId, account }, 'reset')
  throw refusal
}
