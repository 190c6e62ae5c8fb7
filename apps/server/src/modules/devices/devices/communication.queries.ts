import type { DataOf, devices } from '@drivesim/contract'
import type { LinkEventRow, RemarkRow } from '@drivesim/contract/devices/devices/deviceCommunication'
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
