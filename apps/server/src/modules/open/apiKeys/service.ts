import {
  apiKeyStates,
  type apiKeys,
  codesInWords,
  errors,
  mostApiKeys,
  networksInWords,
  organsInWords,
  type ParsedOf,
  refuse,
  rotationHours,
} from '@drivesim/contract'
import { newApiKey } from '../../../platform/auth/apiKeys.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount } from '../../trust/accountNotices/service.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof apiKeys.add>
type Made = { readonly keyId: number; readonly apiKey: string }

/** Makes a key, which is in the answer and nowhere else. @throws Refusal apiKeyCodesNotYours, apiKeysFull, apiKeyNameTaken */
export async function addKey(services: Services, call: SignedInCall, form: Form): Promise<Made> {
  const { db, person } = call
  if (form.codes.some(code => !person.codes.has(code))) throw refuse(errors.apiKeyCodesNotYours)
  const organs = await chosenOrganisations(call, form.organIds)
  await queries.lockOwner(db, person.id)
  const names = await queries.liveNames(db, person.id)
  if (names.length >= mostApiKeys) throw refuse(errors.apiKeysFull)
  if (names.includes(form.name)) throw refuse(errors.apiKeyNameTaken, form.name)
  const { key, hash, hint } = newApiKey()
  const keyId = await queries.insertKey(db, {
    member_id: person.id,
    name: form.name,
    hash,
    hint,
    codes: form.codes,
    organ_ids: organs.map(({ id }) => id),
    networks: form.networks,
    may_export: form.mayExport,
    days: form.days,
  })
  const detail = [
    `权限：${codesInWords(form)}`,
    `机构：${organsInWords({ organNames: organs.map(({ name }) => name) })}`,
    `网段：${networksInWords(form)}`,
    `有效期：${form.days} 天`,
    ...(form.mayExport ? ['允许导出'] : []),
  ].join('；')
  await noteAct(call, { kind: 'rights', label: '新建接口密钥', target: `密钥“${form.name}”`, detail })
  await tellOfAccount(services, db, { memberId: person.id, notice: 'keyMade', detail: form.name, from: call })
  return { keyId, apiKey: key }
}

/** Where the platform itself is chosen nothing is left out, as where nothing is. @throws Refusal notFound */
async function chosenOrganisations({ db, scope }: SignedInCall, ids: readonly number[]) {
  if (ids.length === 0) return []
  const found = await queries.organisationsInScope(db, scope, ids)
  if (found.length < new Set(ids).size) throw refuse(errors.notFound, '机构')
  return found.some(({ isPlatform }) => isPlatform) ? [] : found
}

/** Another key in the place of one that lives. @throws Refusal notFound, apiKeyNot */
export async function rotateKey(services: Services, call: SignedInCall, keyId: number): Promise<Made> {
  const { db, person } = call
  const { name, days } = await takeLiveKey(call, { ownerId: person.id }, keyId, '轮换')
  const { key, hash, hint } = newApiKey()
  await queries.replaceSecret(db, keyId, { hash, hint }, rotationHours)
  const detail = `有效期：${days} 天；旧密钥 ${rotationHours} 小时后失效`
  await noteAct(call, { kind: 'rights', label: '轮换接口密钥', target: `密钥“${name}”`, detail })
  await tellOfAccount(services, db, { memberId: person.id, notice: 'keyRotated', detail: name, from: call })
  return { keyId, apiKey: key }
}

/** Stops one's own key at once. @throws Refusal notFound, apiKeyNot */
export async function stopKey(call: SignedInCall, keyId: number): Promise<true> {
  const { db, person } = call
  const { name } = await takeLiveKey(call, { ownerId: person.id }, keyId, '停用')
  await queries.endKey(db, keyId, 'owner')
  await noteAct(call, { kind: 'rights', label: '停用接口密钥', target: `密钥“${name}”` })
  return true
}

/** Stops somebody's key at once, whatever rights they have: it takes nothing from them that they cannot make again. @throws Refusal notFound, apiKeyNot */
export async function stopKeyOf(services: Services, call: SignedInCall, keyId: number): Promise<true> {
  const { db, scope } = call
  const key = await takeLiveKey(call, { scope }, keyId, '停用')
  await queries.endKey(db, keyId, 'keeper')
  const target = `密钥“${key.name}”（${key.ownerName} ${key.ownerAccount}）`
  await noteAct(call, { kind: 'rights', label: '停用接口密钥', target })
  const told = { memberId: key.ownerId, notice: 'keyStopped', detail: key.name, from: call } as const
  await tellOfAccount(services, db, told)
  return true
}

async function takeLiveKey({ db }: SignedInCall, whose: queries.Whose, keyId: number, act: string) {
  const key = await queries.lockKey(db, whose, keyId)
  if (key === undefined) throw refuse(errors.notFound, '密钥')
  if (key.state !== 'live') throw refuse(errors.apiKeyNot, apiKeyStates[key.state], act)
  return key
}
