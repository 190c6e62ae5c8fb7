import type { apps, ParsedOf } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
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

const appRecord = record({
  what: '设备配置',
  lock: async (db, scope, school) => {
    await lockSchool(db, scope, school)
    return readDeviceConfig(db, school)
  },
  latest: (db, _scope, school) => readDeviceConfig(db, school),
})

const readDeviceConfig = async (db: Db, school: number) =>
  (await queries.findDeviceConfig(db, school)) ?? defaults

/** @throws Refusal notFound where the school is not in the scope */
export async function deviceConfig(db: Db, scope: Scope, school: number): Promise<queries.DeviceConfig> {
  await requireSchool(db, scope, school)
  return readDeviceConfig(db, school)
}

export async function saveDeviceConfig(
  call: SignedInCall,
  { schoolId, version, ...config }: ParsedOf<typeof apps.saveDeviceConfig>,
): Promise<true> {
  await appRecord.take(call, schoolId, { version })
  await queries.writeDeviceConfig(call.db, schoolId, config)
  return true
}

const offlineDefaults = record({
  what: '离线提醒默认配置',
  lock: queries.lockOfflineDefaults,
  latest: queries.lockOfflineDefaults,
})

/** The defaults have one row; its id is not looked at. */
const onlyOne = 1

/** @throws Refusal platformOnly, staleVersion */
export async function saveOfflineDefaults(
  call: SignedInCall,
  { version, ...form }: ParsedOf<typeof apps.saveOfflineDefaults>,
): Promise<true> {
  requirePlatform(call.scope, '离线提醒默认配置')
  await offlineDefaults.take(call, onlyOne, { version })
  await queries.writeOfflineDefaults(call.db, form)
  return true
}
