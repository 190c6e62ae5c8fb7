import type { messageVerdicts } from '@drivesim/contract/devices/devices/deviceCommunication'
import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { DeviceTopic } from '@drivesim/contract/devices/telemetry/telemetry'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Kept of each device. */
const mostKept = 500

/** Simulators that are watched now, by their numbers, and until when: milliseconds since 1970 by the database's clock. */
export async function watchedNow(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ sn: string; left: number }>`
    select s.sn, extract(epoch from w.until - clock_timestamp())::float8 * 1000 as left
    from device_watch w join simulator s on s.id = w.simulator_id where w.until > clock_timestamp()`.execute(
    db,
  )
  return new Map(rows.map(({ sn, left }) => [sn, left]))
}

export type MessageVerdict = keyof typeof messageVerdicts

/** A message as it came, and what became of it. */
export interface HeardMessage {
  readonly sn: string
  readonly at: string
  readonly topic: DeviceTopic
  readonly payload: string
  readonly bytes: number
  readonly verdict: MessageVerdict
  readonly remarks: readonly Remark[]
}

export async function addMessages(db: Db, messages: readonly HeardMessage[]): Promise<void> {
  const { rows } = await sql<{ simulatorId: number }>`
    insert into device_message (simulator_id, organ_id, at, topic, payload, bytes, verdict, remarks)
    select s.id, s.organ_id, x.at, x.topic, x.payload, x.bytes, x.verdict, x.remarks
    from rows from (json_to_recordset(${JSON.stringify(messages)}::json) as (
      sn text, at timestamptz, topic text, payload text, bytes integer, verdict text, remarks jsonb
    )) with ordinality as x (sn, at, topic, payload, bytes, verdict, remarks, place)
    join simulator s on s.sn = x.sn
    order by x.place
    returning simulator_id as "simulatorId"`.execute(db)
  await sql`
    delete from device_message m
    using unnest(${[...new Set(rows.map(({ simulatorId }) => simulatorId))]}::bigint[]) as g (id)
    cross join lateral (
      select id from device_message where simulator_id = g.id order by id desc offset ${mostKept - 1} limit 1
    ) oldest
    where m.simulator_id = g.id and m.id < oldest.id`.execute(db)
}

/** Removes what was watched a day ago. */
export async function forgetWatched(db: Db): Promise<void> {
  await sql`delete from device_message where at < now() - interval '1 day'`.execute(db)
  await sql`delete from device_watch where until < now()`.execute(db)
}
