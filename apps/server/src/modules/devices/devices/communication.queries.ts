import type { DataOf, devices } from '@drivesim/contract'
import {
  type DeviceMessageRow,
  type LinkEventRow,
  type RemarkRow,
  watchMinutes,
} from '@drivesim/contract/devices/devices/deviceCommunication'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a simulator's messages and line were like while it stood in the scope, newest first. */
export async function readCommunication(
  db: Db,
  scope: Scope,
  simulatorId: number,
): Promise<DataOf<typeof devices.communication>> {
  const within = sql`simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}`
  const [remarks, link] = await Promise.all([
    sql<Omit<RemarkRow, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }>`
      select topic, path, problem, taken, times, first_at as "firstAt", last_at as "lastAt", sample
      from device_remark where ${within} order by last_at desc`.execute(db),
    sql<{ at: Date; event: LinkEventRow }>`
      select at, detail || jsonb_build_object('kind', kind) as event from device_link_event where ${within} order by id desc`.execute(
      db,
    ),
  ])
  return {
    remarks: remarks.rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    link: link.rows.map(({ at, event }) => ({ ...event, at: at.toISOString() })),
  }
}

/** Messages that are shown. */
const mostShown = 200

/** What a watched simulator said while it stood in the scope, and until when it is watched. */
export async function readWatched(
  db: Db,
  scope: Scope,
  simulatorId: number,
): Promise<DataOf<typeof devices.watched>> {
  const [until, messages] = await Promise.all([
    watchedUntil(db, simulatorId),
    sql<Omit<DeviceMessageRow, 'at'> & { at: Date }>`
      select id as "messageId", at, topic, payload, bytes, verdict, remarks from device_message
      where simulator_id = ${simulatorId} and ${scoped(scope, sql.ref('organ_id'))}
      order by id desc limit ${mostShown}`.execute(db),
  ])
  return { until, messages: messages.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}

/** Until when a simulator is watched; null: it is not. */
async function watchedUntil(db: Db, simulatorId: number): Promise<string | null> {
  const row = await db
    .selectFrom('device_watch')
    .select('until')
    .where('simulator_id', '=', simulatorId)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.until.toISOString() ?? null
}

/** Watches a simulator from now on, or no longer. @returns until when */
export async function setWatch(db: Db, simulatorId: number, watching: boolean): Promise<string | null> {
  if (!watching) {
    await db.deleteFrom('device_watch').where('simulator_id', '=', simulatorId).execute()
    return null
  }
  const { rows } = await sql<{ until: Date }>`
    insert into device_watch (simulator_id, until) values (${simulatorId}, now() + make_interval(mins => ${watchMinutes}))
    on conflict (simulator_id) do update set until = excluded.until returning until`.execute(db)
  return rows[0]?.until.toISOString() ?? null
}
