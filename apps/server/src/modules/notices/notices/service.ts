import {
  type contract,
  errors,
  type NoticeChannel,
  type NoticeConfig,
  type NoticeType,
  noticeTypes,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './queries.ts'

export { readAnnouncementChannels } from './queries.ts'
export { toldSeed } from './seed.ts'

type Form = ParsedOf<typeof contract.notices.saveSystem>

const ignoringTypes: readonly NoticeType[] = ['deviceOffline', 'deviceFault']

/** A person's table for one channel: a row for every kind of notice, in order. */
export async function readTable(db: Db, memberId: number, channel: NoticeChannel): Promise<NoticeConfig[]> {
  const known = await queries.readSettings(db, memberId, channel)
  const rows = known.some(row => row.configId === null && ignoringTypes.includes(row.messageType))
    ? await afterMaking(db, memberId, channel)
    : known
  return rows.map(toRow)
}

/** The kinds that ignore devices need a row to hang those on, also where nothing was saved yet. */
async function afterMaking(db: Db, memberId: number, channel: NoticeChannel): Promise<queries.Setting[]> {
  await queries.makeConfigs(db, memberId, channel, ignoringTypes)
  return queries.readSettings(db, memberId, channel)
}

function toRow(row: queries.Setting): NoticeConfig {
  return {
    ...row,
    messageTypeChn: noticeTypes[row.messageType].label,
    ableTime: [row.ableTimeBegin, row.ableTimeEnd],
  }
}

/** Saves a row of one's own table and answers it as it is now. @throws Refusal when the id is of another row */
export async function saveRow(
  { db, person }: SignedInCall,
  channel: NoticeChannel,
  { configId, ableTime, ...form }: Form,
): Promise<NoticeConfig> {
  if (typeof configId === 'number') {
    const config = await queries.findConfig(db, person.id, configId)
    if (config?.channel !== channel || config.messageType !== form.messageType) {
      throw refuse(errors.notFound, '通知设置')
    }
  }
  const ableTimeBegin = form.ableTimeBegin ?? ableTime?.[0] ?? ''
  const ableTimeEnd = form.ableTimeEnd ?? ableTime?.[1] ?? ''
  await queries.saveConfig(db, person.id, channel, { ...form, ableTimeBegin, ableTimeEnd })
  const saved = (await readTable(db, person.id, channel)).find(row => row.messageType === form.messageType)
  if (saved === undefined) throw new Error(`no setting of ${form.messageType}`)
  return saved
}

/** @throws Refusal unless the row is one's own, and of a kind that can ignore devices */
export async function requireIgnoringConfig({ db, person }: SignedInCall, configId: number): Promise<void> {
  const config = await queries.findConfig(db, person.id, configId)
  if (config === undefined) throw refuse(errors.notFound, '通知设置')
  const { ignoresDevices, label } = noticeTypes[config.messageType]
  if (!ignoresDevices) throw refuse(errors.noticeIgnoresNothing, label)
}

/** Leaves devices out of a row's reminders. @throws Refusal when one of them is not in the scope */
export async function ignoreDevices(
  call: SignedInCall,
  { configId, simulatorIds }: { configId: number; simulatorIds: readonly number[] },
): Promise<true> {
  await requireIgnoringConfig(call, configId)
  const ids = [...new Set(simulatorIds)].sort((one, other) => one - other)
  if ((await queries.countInScope(call.db, call.scope, ids)) < ids.length)
    throw refuse(errors.notFound, '设备')
  await queries.ignoreDevices(call.db, configId, ids)
  return true
}

/** Takes a device back into a row's reminders; one that is not left out, or left the scope since, is no matter. */
export async function stopIgnoring(
  call: SignedInCall,
  { configId, simulatorId }: { configId: number; simulatorId: number },
): Promise<true> {
  await requireIgnoringConfig(call, configId)
  await queries.stopIgnoring(call.db, configId, simulatorId)
  return true
}
