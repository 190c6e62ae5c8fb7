import type { orders, ParsedOf } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { record } from '../../platform/http/record.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { requirePlatform } from '../organisations/service.ts'
import * as queries from './settings.queries.ts'

const setting = record({ what: '充值与退款设置', lock: queries.lockSetting, latest: settings })

/** Settings have one row; its id is not looked at. */
const onlyOne = 1

export async function settings(db: Db) {
  return { ...(await queries.readSetting(db)), tiers: await queries.readTiers(db) }
}

/** @throws Refusal platformOnly, staleVersion */
export async function saveSettings(
  call: SignedInCall,
  { version, approvalLimit, tiers }: ParsedOf<typeof orders.saveSettings>,
): Promise<true> {
  requirePlatform(call.scope, '充值与退款设置')
  await setting.take(call, onlyOne, { version })
  await queries.saveLimit(call.db, approvalLimit)
  await queries.saveTiers(call.db, tiers)
  return true
}
