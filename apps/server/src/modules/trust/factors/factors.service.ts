import { errors, type FactorKind, type factors, mostFactors, type ParsedOf, refuse } from '@drivesim/contract'
import QRCode from 'qrcode'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { Services } from '../../../platform/module.ts'
import { unlessTaken } from '../../../platform/postgres/db.ts'
import { signOut } from '../../people/session/sessions.service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount } from '../accountNotices/service.ts'
import { ownContacts } from '../contacts/own.service.ts'
import { endChallenge, openChallenge, tryChallenge } from '../secondSteps/challenges.service.ts'
import { isStrange, obligationOf } from '../secondSteps/firstFactor.service.ts'
import { creationOf, passkeysOf, verifyAttestation } from '../secondSteps/passkeys.service.ts'
import { newRecoveryCodes, writeRecoveryCode } from '../secondSteps/recovery.rules.ts'
import { relyingParty } from '../secondSteps/relyingParty.rules.ts'
import { factorsOf, recoveryCodesLeft, totpColumn } from '../secondSteps/secondStep.service.ts'
import { minutesOff, newTotpSecret, stepOfCode, totpUri } from '../secondSteps/totp.rules.ts'
import * as queries from './queries.ts'

const issuer = '驾训模拟器管理后台'
/** Where the secret of a factor waits that is not one yet. */
const beginningColumn = 'auth_challenge.sealed'

/** 账号安全. */
export async function securityOf(services: Services, { db, person }: SignedInCall) {
  const own = await factorsOf(db, person.id)
  return {
    factors: own.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      factorId: id,
      kind,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryLeft: await recoveryCodesLeft(db, person.id),
    passkeyRefusal: relyingParty(services.config) === null ? errors.passkeyImpossible.sentence() : null,
    contacts: await ownContacts(services, db, person.id),
    isStrange: await isStrange(db, person),
  }
}

/** Begins to add an app that shows codes: its secret waits, sealed, until the first code of it is right. */
export async function beginTotp({ db, dataKeys }: Services, { person }: SignedInCall) {
  await requireRoom({ db, person }, 'totp')
  const secret = newTotpSecret()
  const sealed = await db.transaction().execute(async trx => {
    const { current } = await holdKeysInUse(trx, dataKeys)
    return sealerOf(current, beginningColumn)(person.id, secret)
  })
  const challenge = await openChallenge(db, 'addTotp', { memberId: person.id, sealed })
  const uri = totpUri(secret, { issuer, account: person.account })
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 })
  return { challenge, setupKey: secret, uri, svg }
}

export async function addTotp(
  services: Services,
  call: SignedInCall,
  { challenge, name, code }: ParsedOf<typeof factors.addTotp>,
): Promise<true> {
  const { dataKeys } = services
  const { db, person } = call
  // Apart from the change, which is undone where it is refused: a try stays one.
  const begun = await tryChallenge(services.db, 'addTotp', challenge)
  if (begun?.memberId !== person.id || begun.sealed === null) throw refuse(errors.challengeOver)
  const secret = openSealed(dataKeys, { column: beginningColumn, id: person.id }, begun.sealed)
  const lastStep = stepOfCode(secret, code, Date.now())
  if (lastStep === null) {
    const minutes = minutesOff(secret, code, Date.now())
    throw minutes === null ? refuse(errors.codeWrong, begun.left) : refuse(errors.clockOff, minutes)
  }
  await beginAdding(call, challenge, 'totp')
  const { current } = await holdKeysInUse(db, dataKeys)
  const id = await queries.nextFactorId(db)
  const sealed = sealerOf(current, totpColumn)(id, secret)
  await insert(call, { kind: 'totp', id, name, secret: sealed, lastStep })
  return endAdding(services, call, `动态验证码 ${name}`)
}

export async function beginPasskey({ db, config }: Services, { person }: SignedInCall) {
  const party = relyingParty(config)
  if (party === null) throw refuse(errors.passkeyImpossible)
  await requireRoom({ db, person }, 'passkey')
  const challenge = await openChallenge(db, 'addPasskey', { memberId: person.id, sealed: null })
  const own = passkeysOf(await factorsOf(db, person.id), party)
  return { challenge, options: creationOf(party, challenge, person, own) }
}

export async function addPasskey(
  services: Services,
  call: SignedInCall,
  { challenge, name, attestation }: ParsedOf<typeof factors.addPasskey>,
): Promise<true> {
  const { person } = call
  const party = relyingParty(services.config)
  const begun = await tryChallenge(services.db, 'addPasskey', challenge)
  if (party === null || begun?.memberId !== person.id) throw refuse(errors.challengeOver)
  const passkey = await verifyAttestation(party, challenge, attestation)
  if (passkey === null) throw refuse(errors.passkeyFailed)
  await beginAdding(call, challenge, 'passkey')
  await insert(call, { kind: 'passkey', name, ...passkey })
  return endAdding(services, call, `通行密钥 ${name}`)
}

export async function rename(
  { db, person }: SignedInCall,
  { factorId, name }: ParsedOf<typeof factors.rename>,
): Promise<true> {
  await queries.lockOwner(db, person.id)
  if (!(await unlessTaken(rowThere(queries.renameFactor(db, person.id, factorId, name)))))
    throw refuse(errors.factorNameTaken, name)
  return true
}

/** The last one goes only where nobody asks its owner for a second step; its recovery codes go with it. */
export async function remove(
  services: Services,
  call: SignedInCall,
  { factorId }: ParsedOf<typeof factors.remove>,
): Promise<true> {
  const { db, person } = call
  await queries.lockOwner(db, person.id)
  const own = await factorsOf(db, person.id)
  const factor = own.find(({ id }) => id === factorId)
  if (factor === undefined) throw refuse(errors.notFound, '验证方式')
  if (own.length === 1 && (await obligationOf(db, person.sessionId)).isObliged)
    throw refuse(errors.lastFactor)
  await queries.deleteFactor(db, person.id, factorId)
  if (own.length === 1) await queries.replaceRecoveryCodes(db, person.id, [])
  await noteAct(call, { kind: 'rights', label: '删除验证方式', target: factor.name })
  await tellOfAccount(services, db, {
    memberId: person.id,
    notice: 'factorRemoved',
    detail: factor.name,
    from: call,
  })
  return true
}

/** New recovery codes; those before are void. They are said once and kept as hashes. */
export async function renewRecoveryCodes(
  services: Services,
  call: SignedInCall,
): Promise<{ codes: string[] }> {
  const { db, person } = call
  await queries.lockOwner(db, person.id)
  if ((await factorsOf(db, person.id)).length === 0) throw refuse(errors.noFactorYet)
  const codes = newRecoveryCodes()
  const hashed = await Promise.all(
    codes.map(async ({ slot, code }) => ({ slot, hash: await hashPassword(code) })),
  )
  await queries.replaceRecoveryCodes(db, person.id, hashed)
  await noteAct(call, { kind: 'rights', label: '重新生成恢复码' })
  await tellOfAccount(services, db, { memberId: person.id, notice: 'recoveryRenewed', from: call })
  return { codes: codes.map(writeRecoveryCode) }
}

/**
 * There must be room for one more. The first one of somebody who needs one is added where they are known: the password alone, which
 * somebody may have found out, must not buy it.
 */
async function requireRoom(
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  kind: FactorKind,
): Promise<void> {
  const own = await factorsOf(db, person.id)
  if (await isStrange(db, person)) throw refuse(errors.strangeBrowser)
  if (own.filter(one => one.kind === kind).length >= mostFactors[kind]) throw refuse(errors.factorsFull, kind)
}

/** Takes the turn of who changes these factors, ends the challenge, and looks again whether there is room. */
async function beginAdding({ db, person }: SignedInCall, challenge: string, kind: FactorKind): Promise<void> {
  await queries.lockOwner(db, person.id)
  if (!(await endChallenge(db, challenge))) throw refuse(errors.challengeOver)
  await requireRoom({ db, person }, kind)
}

async function insert(
  { db, person }: SignedInCall,
  factor: Parameters<typeof queries.insertFactor>[2],
): Promise<void> {
  if (!(await unlessTaken(queries.insertFactor(db, person.id, factor))))
    throw refuse(errors.factorNameTaken, factor.name)
}

/** Whoever signed in elsewhere with the password alone is out. */
async function endAdding(services: Services, call: SignedInCall, target: string): Promise<true> {
  const { db, person } = call
  await noteAct(call, { kind: 'rights', label: '添加验证方式', target })
  await tellOfAccount(services, db, {
    memberId: person.id,
    notice: 'factorAdded',
    detail: target,
    from: call,
  })
  await signOut(services.bus, db, { memberId: person.id, reason: 'kicked', except: person.sessionId })
  return true
}

async function rowThere(changing: Promise<boolean>): Promise<void> {
  if (!(await changing)) throw refuse(errors.notFound, '验证方式')
}
