import type {
  NoticeChannel,
  NoticeConfig,
  NoticeType,
  notices,
  Paging,
  ParsedOf,
  SimulatorRow,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { contains, equals, isOneOf, likePattern } from '../../../platform/postgres/search.ts'
import { simulatorRows, toSimulatorRow } from '../../devices/devices/rows.service.ts'

export type Setting = Omit<NoticeConfig, 'messageTypeChn' | 'ableTime'>

/** What holds for a person in a channel, in the order of the table: saved, or the default. */
export async function readSettings(db: Db, memberId: number, channel: NoticeChannel): Promise<Setting[]> {
  const { rows } = await sql<Setting>`
    select config_id as "configId", message_type as "messageType", enabled as enable,
      create_limit as "createLimit", to_char(able_time_begin, 'HH24:MI') as "ableTimeBegin",
      to_char(able_time_end, 'HH24:MI') as "ableTimeEnd", effective_time as "effectiveTime"
    from notice_setting where member_id = ${memberId} and channel = ${channel} order by position`.execute(db)
  return rows
}

/** Gives these kinds a row of their own, which follows the defaults until it is saved. */
export async function makeConfigs(
  db: Db,
  memberId: number,
  channel: NoticeChannel,
  types: readonly NoticeType[],
): Promise<void> {
  await db
    .insertInto('notice_config')
    .values(types.map(type => ({ member_id: memberId, channel, message_type: type })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function saveConfig(
  db: Db,
  memberId: number,
  channel: NoticeChannel,
  row: Omit<Setting, 'configId'>,
): Promise<void> {
  const values = {
    enabled: row.enable,
    create_limit: row.createLimit,
    able_time_begin: row.ableTimeBegin,
    able_time_end: row.ableTimeEnd,
    effective_time: row.effectiveTime,
  }
  await db
    .insertInto('notice_config')
    .values({ member_id: memberId, channel, message_type: row.messageType, ...values })
    .onConflict(conflict => conflict.columns(['member_id', 'channel', 'message_type']).doUpdateSet(values))
    .execute()
}

/** A person's own row: of which channel and kind. */
export function findConfig(db: Db, memberId: number, configId: number) {
  return db
    .selectFrom('notice_config')
    .select([sql<NoticeChannel>`channel`.as('channel'), sql<NoticeType>`message_type`.as('messageType')])
    .where('id', '=', configId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export type DeviceFilter = Omit<ParsedOf<typeof notices.ignoredDevices>, keyof Paging>

/** Part of a device's number, plate or name; numbers are in capitals, and names are found with or without their spaces. */
const isCalled = (typed: string | undefined) =>
  typed === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(
        f.sn like ${likePattern(typed.toUpperCase())} or ${contains(sql`f.car_num`, typed)}
        or ${contains(sql`replace(f.name, ' ', '')`, typed.replace(/\s/g, ''))})`

const isIgnored = (configId: number) => sql<SqlBool>`exists (
  select from notice_ignored_device g where g.config_id = ${configId} and g.simulator_id = f.id)`

const devicesThat = (condition: (configId: number) => RawBuilder<SqlBool>) =>
  listByIds<DeviceFilter, SimulatorRow>({
    found: ({ db, scope }, { configId, organId, roomId, simulatorNum }) =>
      db
        .selectFrom('simulator as f')
        .select('f.id')
        .where(scoped(scope, sql.ref('f.organ_id')))
        .where(condition(configId))
        .where(equals('f.organ_id', organId))
        .where(equals('f.room_id', roomId))
        .where(isCalled(simulatorNum)),
    rows: async ({ db }, ids) => {
      const rows = await simulatorRows(db).where(isOneOf('s.id', ids)).execute()
      return rows.map(toSimulatorRow)
    },
    idOf: row => row.simulatorId,
    first: 'oldest',
  })

/** Simulators in the scope that a row's reminders leave out, or do not. */
export const devices = {
  ignored: devicesThat(isIgnored),
  other: devicesThat(configId => sql`not ${isIgnored(configId)}`),
}

/** How many of these simulators are in the scope. */
export async function countInScope(db: Db, scope: Scope, simulatorIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('simulator as s')
    .select(sql<number>`count(*)`.as('count'))
    .where(isOneOf('s.id', simulatorIds))
    .where(scoped(scope, sql.ref('s.organ_id')))
    .executeTakeFirstOrThrow()
  return count
}

export async function ignoreDevices(
  db: Db,
  configId: number,
  simulatorIds: readonly number[],
): Promise<void> {
  await sql`
    insert into notice_ignored_device (config_id, simulator_id)
    select ${configId}, id from unnest(${[...simulatorIds]}::bigint[]) id
    on conflict do nothing`.execute(db)
}

export async function stopIgnoring(db: Db, configId: number, simulatorId: number): Promise<void> {
  await db
    .deleteFrom('notice_ignored_device')
    .where('config_id', '=', configId)
    .where('simulator_id', '=', simulatorId)
    .execute()
}

/** Which of these members want announcements, in which channels. */
export async function readAnnouncementChannels(
  db: Db,
  memberIds: readonly number[],
): Promise<{ memberId: number; channel: NoticeChannel }[]> {
  const { rows } = await sql<{ memberId: number; channel: NoticeChannel }>`
    select member_id as "memberId", channel from notice_setting
    where member_id = any(${[...memberIds]}::bigint[]) and message_type = 'announcement' and enabled`.execute(
    db,
  )
  return rows
}
