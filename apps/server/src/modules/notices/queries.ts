import type { NoticeChannel, NoticeConfig, NoticeType, Paging, SimulatorRow } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countOf } from '../../platform/postgres/paging.ts'
import { containing, contains } from '../../platform/postgres/search.ts'
import { simulatorRows, toSimulatorRow } from '../devices/rows.service.ts'

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

interface DeviceFilter {
  configId: number
  ignored: boolean
  organId?: number | undefined
  roomId?: number | undefined
  simulatorNum?: string | undefined
}

function filteredIds(
  db: Db,
  scope: Scope,
  { configId, ignored, organId, roomId, simulatorNum }: DeviceFilter,
) {
  const left = sql<boolean>`exists (
    select from notice_ignored_device g where g.config_id = ${configId} and g.simulator_id = f.id)`
  return db
    .selectFrom('simulator as f')
    .where(scoped(scope, sql.ref('f.organ_id')))
    .where(ignored ? left : sql<boolean>`not ${left}`)
    .$if(organId !== undefined, query => query.where('f.organ_id', '=', organId ?? 0))
    .$if(roomId !== undefined, query => query.where('f.room_id', '=', roomId ?? 0))
    .$if(simulatorNum !== undefined, query =>
      query.where(sql<SqlBool>`(
        f.sn like ${containing(simulatorNum?.toUpperCase())} or ${contains(sql`f.car_num`, simulatorNum ?? '')}
        or ${contains(sql`replace(f.name, ' ', '')`, simulatorNum?.replace(/\s/g, '') ?? '')})`),
    )
}

/** Simulators in the scope that a row's reminders leave out, or do not. */
export async function devicePage(
  db: Db,
  scope: Scope,
  filter: DeviceFilter,
  { pageNum, pageSize }: Paging,
): Promise<SimulatorRow[]> {
  const ids = filteredIds(db, scope, filter)
    .select('f.id')
    .orderBy('f.id')
    .limit(pageSize)
    .offset(pageNum * pageSize)
  const rows = await simulatorRows(db)
    .where(sql<boolean>`s.id = any(array(${ids}))`)
    .orderBy('s.id')
    .execute()
  return rows.map(toSimulatorRow)
}

export function deviceTotal(db: Db, scope: Scope, filter: DeviceFilter): Promise<number> {
  return countOf(filteredIds(db, scope, filter))
}

/** How many of these simulators are in the scope. */
export async function countInScope(db: Db, scope: Scope, simulatorIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('simulator as s')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`s.id = any(${[...simulatorIds]}::bigint[])`)
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
