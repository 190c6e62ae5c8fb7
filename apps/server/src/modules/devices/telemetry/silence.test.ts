import Fastify from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { resetDatabase, workerDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation } from '../../../../test/factories.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { offlineSweep } from './tasks.ts'
import { timings } from './timings.rules.ts'

const fleetSize = process.env.TEST_LONG === '1' ? 5000 : 600

/** Online since an hour, all of them heard at one instant. */
async function fleetHeardAt(pool: pg.Pool, count: number, instant: Date): Promise<void> {
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  await pool.query(
    `with added as (
       insert into simulator (sn, name, organ_id, room_id, key_hash)
       select 'GONE-' || n, 'n', $1, $2, '\\x00' from generate_series(1, $3::int) n returning id
     ), states as (
       insert into simulator_state (simulator_id, online, online_since, activity_since, health_since, enabled_since, state_since, last_seen_at)
       select id, true, t, t, t, t, t, $4 from added, (select date_trunc('second', now()) - interval '1 hour' as t) since
       returning simulator_id, online_since
     ), heard as (
       insert into simulator_heard (simulator_id, heard_at) select simulator_id, $4 from states union all select 0, now()
     )
     insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
     select simulator_id, fact, value, $1, $2, online_since
     from states, (values ('link', 'online'), ('activity', 'idle'), ('health', 'ok'), ('administration', 'enabled')) f (fact, value)`,
    [organ, room, count, instant],
  )
}

test(`${fleetSize} simulators that go silent at once are offline with one sweep, each since its time-out`, async () => {
  const database = await workerDatabase()
  await resetDatabase(database)
  const pool = openPool(database.appUrl, 2)
  const db = openDb(pool)
  // No server beside it: its own sweeps would come before.
  const bus = { say: async () => undefined, saying: () => sql`null`, hear: () => () => undefined }
  try {
    const due = new Date(Date.now() - 1)
    await fleetHeardAt(pool, fleetSize, new Date(due.getTime() - timings.offlineAfterMs))
    await offlineSweep({ db, bus, log: Fastify().log }, timings)()
    const { rows } = await pool.query(
      'select online, online_since as since, count(*)::int as n from simulator_state group by 1, 2',
    )
    expect(rows).toEqual([{ online: false, since: due, n: fleetSize }])
  } finally {
    await db.destroy()
  }
})
