import type { orders, ParsedOf } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { requirePlatform } from '../organisations/service.ts'
import * as queries from './settings.queries.ts'

export async function settings(db: Db) {
  return { approvalLimit: await queries.readLimit(db), tiers: await queries.readTiers(db) }
}

export async function saveSettings(
  { db, scope }: SignedInCall,
  { approvalLimit, tiers }: ParsedOf<typeof orders.saveSettings>,
): Promise<true> {
  requirePlatform(scope, '充值与退款设置')
  await queries.saveLimit(db, approvalLimit)
  await queries.saveTiers(db, tiers)
  return true
}
