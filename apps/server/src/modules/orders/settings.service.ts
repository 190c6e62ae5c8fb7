import { errors, type orders, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { record } from '../../platform/http/record.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { notSecond } from '../approvals/secondPerson.service.ts'
import { requirePlatform } from '../organisations/service.ts'
import * as queries from './settings.queries.ts'

const setting = record({
  what: '充值与退款设置',
  lock: queries.lockSetting,
  latest: async db => {
    const { approvalLimit, version } = await queries.readSetting(db)
    return { approvalLimit, version, tiers: await queries.readTiers(db) }
  },
})

/** Settings have one row; its id is not looked at. */
const onlyOne = 1

/** A raise is the platform's affair, and its people's names. */
export async function settings({ db, scope, person }: Pick<SignedInCall, 'db' | 'scope' | 'person'>) {
  const { approvalLimit, version, ...found } = await queries.readSetting(db)
  const isTold = scope.organisations === null && isOpen(found, approvalLimit)
  const raise = isTold ? await raiseOf(db, person, found) : null
  return { approvalLimit, version, raise, tiers: await queries.readTiers(db) }
}

type Raise = Pick<queries.Setting, 'raiseTo' | 'raiseBy' | 'raiseAt' | 'raiseFrom' | 'raiseByName'>

/** One that is in force is the limit, and no raise any more. */
const isOpen = ({ raiseTo }: Pick<Raise, 'raiseTo'>, limit: number) => raiseTo !== null && raiseTo !== limit

async function raiseOf(db: Db, person: SignedInCall['person'], raise: Raise) {
  const { raiseTo, raiseAt, raiseFrom, raiseBy, raiseByName } = raise
  if (raiseTo === null || raiseAt === null) return null
  const refusal =
    raiseFrom === null ? await notSecond(db, person, { askedBy: [raiseBy], code: 'finance:edit' }) : null
  return {
    to: raiseTo,
    askedBy: raiseByName,
    askedAt: raiseAt.toISOString(),
    from: raiseFrom,
    notDecided: refusal?.message ?? null,
  }
}

/** @throws Refusal platformOnly, staleVersion */
export async function saveSettings(
  call: SignedInCall,
  { version, approvalLimit, tiers }: ParsedOf<typeof orders.saveSettings>,
): Promise<true> {
  const { db, person } = call
  requirePlatform(call.scope, '充值与退款设置')
  const now = await setting.take(call, onlyOne, { version })
  const isHigher = approvalLimit > now.approvalLimit
  if (isHigher && approvalLimit !== now.raiseTo)
    await queries.askRaise(db, now.approvalLimit, { to: approvalLimit, by: person.id })
  else if (approvalLimit < now.approvalLimit) await queries.saveLimit(db, approvalLimit)
  else await queries.touchSetting(db)
  await queries.saveTiers(db, tiers)
  return true
}

/** @throws Refusal platformOnly, staleVersion, noRaise, decidesOwn, decidesOfHeld, nobodyDecides */
export async function decideLimit(
  call: SignedInCall,
  { version, accept }: ParsedOf<typeof orders.decideLimit>,
): Promise<true> {
  const { db, person } = call
  requirePlatform(call.scope, '审批免审批限额')
  const now = await setting.take(call, onlyOne, { version })
  if (!isOpen(now, now.approvalLimit) || (accept && now.raiseFrom !== null)) throw refuse(errors.noRaise)
  if (!accept) {
    await queries.saveLimit(db, now.approvalLimit)
    return true
  }
  const refusal = await notSecond(db, person, { askedBy: [now.raiseBy], code: 'finance:edit' })
  if (refusal !== null) throw refusal
  await queries.agreeToRaise(db, person.id)
  return true
}
