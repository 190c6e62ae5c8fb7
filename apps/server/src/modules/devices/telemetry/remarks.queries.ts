import type { DeviceTopic } from '@drivesim/contract/devices/telemetry/telemetry'
import { sql } from 'kysely'
import type { LinkEvent } from '../../../platform/mqtt/deviceLink.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Kept of each device: remarks, and what happened to its line. */
const mostKept = 200

/** Something odd that a device said. */
export interface RemarkRow {
  sn: string
  topic: DeviceTopic
  path: string
  problem: string
  /** null: the message was refused. */
  taken: string | null
  /** How often since it was last written. */
  times: number
  /** The beginning of the last such message. */
  sample: string
}

/** Adds remarks, each of them once, to those that stand; the devices are where they are now. */
export async function addRemarks(db: Db, remarks: readonly RemarkRow[]): Promise<void> {
  const { rows } = await sql<{ simulatorId: number; isNew: boolean }>`
    insert into device_remark as r (simulator_id, organ_id, topic, path, problem, taken, times, sample)
    select s.id, s.organ_id, x.topic, x.path, x.problem, x.taken, x.times, x.sample
    from json_to_recordset(${JSON.stringify(remarks)}::json) as x (
      sn text, topic text, path text, problem text, taken text, times integer, sample text)
    join simulator s on s.sn = x.sn
    order by s.id, x.topic, x.path, x.problem, x.taken
    on conflict (simulator_id, organ_id, topic, path, problem, taken) do update
      set times = r.times + excluded.times, last_at = now(), sample = excluded.sample
    returning simulator_id as "simulatorId", xmax = 0 as "isNew"`.execute(db)
  const grown = new Set(rows.flatMap(({ simulatorId, isNew }) => (isNew ? [simulatorId] : [])))
  if (grown.size === 0) return
  await sql`
    delete from device_remark r
    using unnest(${[...grown]}::bigint[]) as g (id)
    cross join lateral (
      select last_at from device_remark where simulator_id = g.id order by last_at desc offset ${mostKept - 1} limit 1
    ) oldest
    where r.simulator_id = g.id and r.last_at < oldest.last_at`.execute(db)
}

/** What happened to the line of a device. */
export interface LinkEventRow {
  sn: string
  kind: LinkEvent['kind']
  at: string
  detail: Readonly<Record<string, string | number>>
}

export async function addLinkEvents(db: Db, events: readonly LinkEventRow[]): Promise<void> {
  const { rows } = await sql<{ simulatorId: number }>`
    insert into device_link_event (simulator_id, organ_id, kind, at, detail)
    select s.id, s.organ_id, x.kind, x.at, x.detail
    from json_to_recordset(${JSON.stringify(events)}::json) as x (sn text, kind text, at timestamptz, detail jsonb)
    join simulator s on s.sn = x.sn
    returning simulator_id as "simulatorId"`.execute(db)
  await sql`
    delete from device_link_event e
    using unnest(${[...new Set(rows.map(({ simulatorId }) => simulatorId))]}::bigint[]) as g (id)
    cross join lateral (
      select id from device_link_event where simulator_id = g.id order by id desc offset ${mostKept - 1} limit 1
    ) oldest
    where e.simulator_id = g.id and e.id < oldest.id`.execute(db)
}
