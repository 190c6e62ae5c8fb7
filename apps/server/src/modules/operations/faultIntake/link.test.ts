import { businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { watchLinks } from './link.service.ts'

// Rooms are open from 8 to 20 o'clock on every day; what counts is the instant that is asked about. `online_since` and
// the intervals lie on that day.

let app: TestApp
let organ: number
/** An instant within the last day at which rooms are open, and hours before it they were. */
const day = businessDayOf(Date.now() - 86_400_000)
const at = (hour: number, minute = 0) => dayStart(day) + (hour * 60 + minute) * 60_000

beforeEachTest(async built => {
  app = built
  organ = await makeOrganisation(app.services.pool)
  // Working on all seven days, holidays too.
  await app.services.pool.query(
    `insert into ops_organ_setting (organ_id, calendar) values ($1, 'everyDay')`,
    [organ],
  )
  await app.services.pool.query(`delete from national_day`)
})

/** Devices of a new room, each online from 8 o'clock on but for those that are said to be gone since some time. */
async function makeRoom(devices: number, gone: readonly number[] = [], neverOn = 0) {
  const { pool } = app.services
  const room = await makeClassroom(pool, organ)
  const ids: number[] = []
  for (let index = 0; index < devices; index += 1) {
    const { id } = await makeSimulator(pool, { organ, room })
    ids.push(id)
    const since = gone[index]
    const notOn = index >= devices - neverOn
    const online = since === undefined && !notOn
    const changed = new Date(notOn ? at(-4) : (since ?? at(8)))
    await pool.query('select ensure_months($1::timestamptz, $1::timestamptz)', [new Date(at(-10))])
    await pool.query(
      `update simulator_state set online = $2, online_since = $3, last_seen_at = now(), state_since = $3 where simulator_id = $1`,
      [id, online, changed],
    )
    await pool.query(`delete from simulator_interval where simulator_id = $1 and fact = 'link'`, [id])
    if (!notOn)
      await pool.query(
        `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at, ended_at)
         values ($1, 'link', 'online', $2, $3, $4, $5)`,
        [id, organ, room, new Date(at(8)), since === undefined ? null : changed],
      )
  }
  return { room, ids }
}

const watch = (now: number) => watchLinks(app.services, now)
const sql = (text: string, values: unknown[] = []) => app.services.pool.query(text, values)
async function orders() {
  const { rows } = await sql(
    `select t.mark, w.state, w.close_reason, w.simulator_id is null as room, w.recovered_at is not null as recovered,
       (select count(*)::integer from work_order_device d where d.order_id = w.id) as devices,
       (select no from work_order into_ where into_.id = w.merged_into) is not null as merged
     from work_order w join fault_type t on t.id = w.fault_type_id order by w.id`,
  )
  return rows
}

describe('a room that is offline', () => {
  test('has one order for all its devices; those that follow join it, and it recovers with them', async () => {
    const { ids } = await makeRoom(5, [at(10), at(10), at(10)])
    await watch(at(10, 14))
    expect(await orders()).toEqual([])
    await watch(at(10, 16))
    await watch(at(10, 17))
    expect(await orders()).toMatchObject([{ mark: 'roomOffline', room: true, devices: 3, recovered: false }])
    await sql(`update simulator_state set online = false, online_since = $2 where simulator_id = $1`, [
      ids[3],
      new Date(at(10, 20)),
    ])
    await watch(at(10, 21))
    expect(await orders()).toMatchObject([{ devices: 4 }])
    await sql(`update simulator_state set online = true, online_since = $2 where simulator_id = any($1)`, [
      ids.slice(0, 2),
      new Date(at(10, 30)),
    ])
    await watch(at(10, 31))
    expect(await orders()).toMatchObject([{ recovered: true }])
    await sql(`update simulator_state set online = false, online_since = $2 where simulator_id = $1`, [
      ids[0],
      new Date(at(10, 40)),
    ])
    await watch(at(10, 41))
    expect(await orders()).toMatchObject([{ recovered: false }])
  })

  test('takes in the orders of its devices that nobody has begun', async () => {
    const { ids } = await makeRoom(5, [at(9)])
    await watch(at(10, 1))
    expect(await orders()).toMatchObject([{ mark: 'deviceOffline', state: 'pending', room: false }])
    await sql(`update simulator_state set online = false, online_since = $2 where simulator_id = any($1)`, [
      ids.slice(1, 4),
      new Date(at(11)),
    ])
    await watch(at(11, 20))
    expect(await orders()).toMatchObject([
      { mark: 'deviceOffline', state: 'closed', close_reason: 'duplicate', merged: true },
      { mark: 'roomOffline', state: 'pending', devices: 4 },
    ])
  })

  test('was perhaps not switched on; at night and on days off nobody asks', async () => {
    const { ids } = await makeRoom(2, [], 2)
    await watch(at(9, 59))
    await watch(at(3))
    await watch(at(21))
    expect(await orders()).toEqual([])
    await sql(`insert into national_day (day, kind) values ($1, 'off')`, [day])
    await watch(at(10, 1))
    expect(await orders()).toEqual([])
    await sql('delete from national_day')
    await watch(at(10, 1))
    expect(await orders()).toMatchObject([{ mark: 'roomNotOn', devices: 2 }])
    await sql(`update simulator_state set online = true where simulator_id = $1`, [ids[0]])
    await watch(at(10, 2))
    expect(await orders()).toMatchObject([{ recovered: true }])
  })
})

test('one or two devices have an order each after an hour, which recovers with the device', async () => {
  const { ids } = await makeRoom(8, [at(9), at(9, 30)])
  await watch(at(10, 10))
  expect(await orders()).toMatchObject([{ mark: 'deviceOffline' }])
  await watch(at(10, 40))
  expect(await orders()).toHaveLength(2)
  await sql(`update simulator_state set online = true where simulator_id = $1`, [ids[0]])
  await watch(at(10, 41))
  expect(await orders()).toMatchObject([{ recovered: true }, { recovered: false }])
})

test('what somebody works at, is disabled or was never seen is not missed', async () => {
  const { ids } = await makeRoom(4, [at(9), at(9), at(9)])
  await sql('update simulator_state set enabled = false where simulator_id = $1', [ids[0]])
  await sql('update simulator_state set last_seen_at = null where simulator_id = $1', [ids[1]])
  const { rows } = await sql(
    `insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority, description, occurred_at)
     select 'WO-1', 'manual', s.id, s.room_id, s.organ_id, t.component_kind_id, t.id, 'normal', '', now()
     from simulator s, fault_type t where s.id = $1 and t.mark = 'unclassified' returning id`,
    [ids[2]],
  )
  await sql(
    `insert into maintenance_window (simulator_id, order_id, to_at) values ($1, $2, now() + interval '1 hour')`,
    [ids[2], rows[0].id],
  )
  await watch(at(12))
  expect(await orders()).toMatchObject([{ mark: 'unclassified' }])
})

test('a mass outage opens no orders, tells the platform once, and what is left counts from its end', async () => {
  const rooms = []
  for (let index = 0; index < 3; index += 1)
    rooms.push(
      await makeRoom(
        8,
        Array.from({ length: 7 }, () => at(10)),
      ),
    )
  const devices = rooms.flatMap(({ ids }) => ids.slice(0, 7))
  const open = `select subject, type, key, organ_id, codes from attention where ends_at is null and key = 'massOutage'`
  await watch(at(10) + 59_000)
  expect((await sql(open)).rows, 'what is back within a minute is none').toEqual([])
  await watch(at(10, 4))
  await watch(at(11, 30))
  expect(await orders()).toEqual([])
  expect((await sql(open)).rows).toMatchObject([
    { type: 'workOrder', organ_id: null, codes: ['ops:dispatch'] },
  ])
  await sql(`update simulator_state set online = true where simulator_id = any($1)`, [devices.slice(0, 19)])
  await watch(at(11, 31))
  expect((await sql(open)).rows).toEqual([])
  await sql(`update mass_outage set ended_at = greatest(began_at, $1)`, [new Date(at(11, 31))])
  await sql(`update mass_outage set began_at = ended_at`)
  expect(await orders()).toEqual([])
})

describe.each([25, 150])('when the servers were away for %i minutes', minutes => {
  const back = at(10) + minutes * 60_000
  const heard = (isNow = true) =>
    sql(
      `insert into hearing (heard_at, since, broke_at) values (now() - make_interval(mins => $3), $1, $2)
       on conflict (id) do update set heard_at = excluded.heard_at, since = excluded.since, broke_at = excluded.broke_at`,
      [new Date(back), new Date(at(10)), isNow ? 0 : 1],
    )
  /** Gone as their last reports before had it. */
  const gone = (devices: number) => Array.from({ length: devices }, () => at(10, 1))
  const orderedDevices = async () =>
    (await orders()).map(({ mark, room, devices }) => `${mark} ${room ? devices : 1}`)

  test('what comes back has no order, and what stays away has its own in time, dated by when it went', async () => {
    const well = [await makeRoom(5, gone(5)), await makeRoom(5, gone(5))].flatMap(({ ids }) => ids)
    const half = await makeRoom(4, gone(4))
    await makeRoom(5, gone(5))
    await heard(false)
    await watch(back - 1)
    await heard()
    await watch(back)
    await watch(back + 60_000)
    await sql(`update simulator_state set online = true, online_since = $2 where simulator_id = any($1)`, [
      [...well, ...half.ids.slice(0, 2)],
      new Date(back + 60_000),
    ])
    await watch(back + 90_000 + 14 * 60_000)
    expect(await orders()).toEqual([])
    await watch(back + 90_000 + 15 * 60_000)
    expect(await orderedDevices()).toEqual(['roomOffline 5'])
    await watch(back + 90_000 + 60 * 60_000)
    expect(await orderedDevices()).toEqual(['roomOffline 5', 'deviceOffline 1', 'deviceOffline 1'])
    const { rows } = await sql('select distinct occurred_at from work_order')
    expect(rows).toEqual([{ occurred_at: new Date(at(10, 1)) }])
  })

  test('half of a large fleet that is really off is a mass outage; what was off before is not of it', async () => {
    const rooms = []
    for (let index = 0; index < 3; index += 1) rooms.push(await makeRoom(16, [...gone(16 - 1), at(9, 30)]))
    await heard()
    await watch(back + 60_000)
    const there = rooms.flatMap(({ ids }) => ids.slice(0, 7))
    await sql(`update simulator_state set online = true where simulator_id = any($1)`, [there])
    await watch(back + 90_000 + 61_000)
    await watch(back + 90_000 + 30 * 60_000)
    expect(await orders()).toEqual([])
    const { rows } = await sql('select cardinality(simulator_ids) as devices, rooms from mass_outage')
    expect(rows).toEqual([{ devices: 24, rooms: 3 }])
  })
})
