import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { until } from '../../../test/device.ts'
import { makeClassroom, makeOrganisation } from '../../../test/factories.ts'
import { timings } from './timings.rules.ts'

const fleetSize = process.env.TEST_LONG === '1' ? 5000 : 500

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Online since an hour, all of them heard at one instant. */
async function fleetHeardAt(count: number, instant: Date): Promise<void> {
  const { pool } = app.services
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
     )
     insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
     select simulator_id, fact, value, $1, $2, online_since
     from states, (values ('link', 'online'), ('activity', 'idle'), ('health', 'ok'), ('administration', 'enabled')) f (fact, value)`,
    [organ, room, count, instant],
  )
}

test(`${fleetSize} simulators that go silent at once are offline within a second of the time-out`, async () => {
  // So much is left for the inserting.
  const due = Date.now() + 5_000
  await fleetHeardAt(fleetSize, new Date(due - timings.offlineAfterMs))
  const online = async () => {
    const { rows } = await app.services.pool.query<{ n: number }>(
      'select count(*)::int as n from simulator_state where online',
    )
    return rows[0]?.n
  }
  expect(await online()).toBe(fleetSize)
  expect(Date.now()).toBeLessThan(due)
  await until('all are offline', async () => (await online()) === 0, 20_000)
  const late = Date.now() - due
  console.log(`the last one was offline ${late} ms after its time-out`)
  expect(late).toBeLessThan(1_000)
})
