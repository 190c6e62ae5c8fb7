import { type apps, errors, type ParsedOf, Refusal } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { lockSchool, requirePlatform, requireSchool } from '../organisations/service.ts'
import * as queries from './queries.ts'

/** Until a school says otherwise; the first version, which the database counts from. */
const defaults: queries.DeviceConfig = {
  lessonMinutes: 60,
  volume: 70,
  passScore: 80,
  voiceGuide: true,
  version: 1,
}

/** @throws Refusal notFound where the school is not in the scope */
export async function deviceConfig(db: Db, scope: Scope, school: number): Promise<queries.DeviceConfig> {
  await requireSchool(db, scope, school)
  return (await queries.findDeviceConfig(db, school)) ?? defaults
}

export async function saveDeviceConfig(
  { db, scope }: SignedInCall,
  { schoolId, version, ...config }: ParsedOf<typeof apps.saveDeviceConfig>,
): Promise<true> {
  await lockSchool(db, scope, schoolId)
  const latest = (await queries.findDeviceConfig(db, schoolId)) ?? defaults
  if (version !== undefined && version !== latest.version) {
    const { code, sentence } = errors.staleVersion
    throw new Refusal(code, sentence('设备配置'), latest)
  }
  await queries.writeDeviceConfig(db, schoolId, config)
  return true
}

export async function saveOfflineDefaults(
  { db, scope }: SignedInCall,
  form: ParsedOf<typeof apps.saveOfflineDefaults>,
): Promise<true> {
  requirePlatform(scope, '离线提醒默认配置')
  await queries.writeOfflineDefaults(db, form)
  return true
}
