import { randomUUID } from 'node:crypto'
import { contract } from '@drivesim/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { closeRecovered, intake } from './service.ts'

let app: TestApp
let organ: number
let room: number
let simulator: number
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool)
  room = await makeClassroom(pool, organ)
  simulator = (await makeSimulator(pool, { organ, room })).id
  await pool.query(`
    with kind as (insert into component_kind (name) values ('头显'), ('踏板') returning id, name),
    type as (
      insert into fault_type (component_kind_id, name, severity, repair_hours, settle_seconds)
      select id, name || '故障', case name when '头显' then 'critical' else 'minor' end, 24, case name when '头显' then 0 else 60 end
      from kind returning id, name)
    insert into fault_type_code (code, fault_type_id)
    select code, id from type join (values ('E101', '头显故障'), ('E102', '头显故障'), ('E202', '踏板故障')) c (code, of) on of = name`)
})

/** A fault raised so many minutes ago, and cleared so many ago. */
async function fault(
  code: string,
  raised = 0,
  cleared: number | null = null,
  of = simulator,
): Promise<number> {
  const { rows } = await app.services.pool.query<{ id: number }>(
    `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at, cleared_at)
     select id, organ_id, room_id, $2, $2 || ' 出错', now() - make_interval(mins => $3), now() - make_interval(mins => $4)
     from simulator where id = $1 returning id`,
    [of, code, raised, cleared],
  )
  return rows[0]?.id ?? 0
}
const clear = (id: number) =>
  app.services.pool.query('update fault set cleared_at = now() where id = $1', [id])

interface Order {
  id: number
  state: string
  source: string
  component: string
  type: string
  priority: string
  occurrences: number
  recovered: boolean
  recurred: boolean
  frequent: boolean
  faults: number
  parent: number | null
}
async function orders(): Promise<Order[]> {
  const { rows } = await app.services.pool.query<Order>(
    `select w.id, w.state, w.source, k.name as component, t.name as type, w.priority, w.occurrences, w.recurred, w.frequent,
       w.recovered_at is not null as recovered, w.parent_id as parent,
       (select count(*) from work_order_fault l where l.order_id = w.id) as faults
     from work_order w join component_kind k on k.id = w.component_kind_id join fault_type t on t.id = w.fault_type_id order by w.id`,
  )
  return rows
}
const take = () => intake(app.services)
const sql = (text: string) => app.services.pool.query(text)

describe('a fault', () => {
  test('opens an order of its component; one of an unknown code is 未分类', async () => {
    await fault('E101')
    await fault('X999')
    await take()
    expect(await orders()).toMatchObject([
      {
        source: 'device',
        state: 'pending',
        component: '头显',
        priority: 'urgent',
        occurrences: 1,
        faults: 1,
      },
      { component: '其他', type: '未分类', priority: 'normal' },
    ])
    const { rows } = await sql('select * from fault_todo')
    expect(rows).toEqual([])
  })

  test('joins the open order of its component, also one that a person opened', async () => {
    await fault('E101')
    await take()
    await sql(`update work_order set source = 'manual', dedupe_key = null`)
    await fault('E102')
    await fault('E102', 20, 10)
    await take()
    expect(await orders()).toMatchObject([{ source: 'manual', occurrences: 3, faults: 3, recovered: false }])
  })

  test.each([
    [
      'of a device that is disabled',
      () => sql('update simulator_state set enabled = false'),
      () => fault('E101'),
    ],
    ['shorter than its type asks for', () => sql('select'), () => fault('E202', 20, 20)],
    ['over for more than half an hour', () => sql('select'), () => fault('E101', 50, 31)],
    ['that staff raised', () => sql('select'), () => fault('STAFF-1')],
  ])('%s opens none', async (_name, prepare, raise) => {
    await prepare()
    await raise()
    await take()
    expect(await orders()).toEqual([])
    expect((await sql('select * from fault_todo')).rows).toEqual([])
  })

  test('waits until it lasted as long as its type asks for', async () => {
    await fault('E202')
    await take()
    expect(await orders()).toEqual([])
    await sql(`update fault set raised_at = now() - interval '61 seconds'`)
    await take()
    expect(await orders()).toMatchObject([{ component: '踏板', priority: 'low' }])
  })

  test('of a disabled device opens one when the device is enabled, and goes along when it is moved', async () => {
    await sql('update simulator_state set enabled = false')
    await fault('E101')
    await take()
    await sql('update simulator_state set enabled = true')
    await take()
    expect(await orders()).toMatchObject([{ faults: 1 }])
    const other = await makeOrganisation(app.services.pool)
    const otherRoom = await makeClassroom(app.services.pool, other)
    await app.services.pool.query('update simulator set organ_id = $1, room_id = $2', [other, otherRoom])
    await take()
    expect(await orders()).toMatchObject([
      { faults: 0, recovered: true },
      { faults: 1, recovered: false },
    ])
  })
})

describe('while somebody works at the device', () => {
  test('a fault is an event of their order, and has its own when they are gone', async () => {
    await fault('E101')
    await take()
    await sql(`insert into maintenance_window (simulator_id, order_id, to_at)
      select simulator_id, id, now() + interval '1 hour' from work_order`)
    await fault('E401')
    await take()
    expect(await orders()).toHaveLength(1)
    const { rows } = await sql(`select data from work_order_event where kind = 'faultLinked'`)
    expect(rows).toEqual([{ data: { text: 'E401 出错' } }])
    await sql('update maintenance_window set open = false')
    await take()
    expect(await orders()).toMatchObject([{ component: '头显' }, { component: '其他' }])
  })
})

test('a device that is moved leaves its window and what staff said of it behind; its own faults go along', async () => {
  const { pool } = app.services
  await fault('E101')
  await take()
  const [{ id } = { id: 0 }] = await orders()
  await sql(`insert into maintenance_window (simulator_id, order_id, to_at)
    select simulator_id, id, now() + interval '1 hour' from work_order`)
  const other = await makeOrganisation(pool)
  const person = await app.signedIn({ codes: ['device:edit', 'ops:dispatch'], organs: [organ, other] })
  const place = { simulatorId: simulator, organId: other, roomId: await makeClassroom(pool, other) }
  expect(await person.call(contract.workOrders.deviceDown, { orderId: id, down: true })).toMatchObject({
    code: 0,
  })
  expect((await sql(`select code from fault where cleared_at is null`)).rows).toHaveLength(2)
  expect(await person.call(contract.devices.move, place)).toMatchObject({ code: 0 })
  await take()
  expect((await sql('select open from maintenance_window')).rows).toEqual([{ open: false }])
  expect((await sql(`select code from fault where cleared_at is null`)).rows).toEqual([{ code: 'E101' }])
  expect((await sql('select device_down, organ_id from work_order order by id')).rows).toEqual([
    { device_down: false, organ_id: organ },
    { device_down: false, organ_id: other },
  ])
  const events = await sql(`select kind from work_order_event where order_id = ${id} order by id`)
  expect(events.rows.map(({ kind }) => kind)).toEqual([
    'opened',
    'deviceDown',
    'windowEnded',
    'deviceUp',
    'recovered',
  ])
})

describe('what recovers by itself', () => {
  const halfAnHour = () =>
    sql(
      `update work_order set recovered_at = recovered_at - interval '31 minutes' where recovered_at is not null`,
    )

  test('is closed after half an hour; raised before, it goes on', async () => {
    const first = await fault('E101')
    const second = await fault('E102')
    await take()
    await clear(first)
    await take()
    expect(await orders()).toMatchObject([{ recovered: false }])
    await clear(second)
    await take()
    expect(await orders()).toMatchObject([{ recovered: true, state: 'pending' }])
    await fault('E101')
    await take()
    expect(await orders()).toMatchObject([{ recovered: false, occurrences: 3 }])
    await closeRecovered(app.services)
    expect(await orders()).toMatchObject([{ state: 'pending' }])
  })

  test('comes back as an order of its own that names the one before; at the fourth time it stays', async () => {
    for (let time = 1; time <= 4; time += 1) {
      const id = await fault('E101')
      await take()
      await clear(id)
      await take()
      await closeRecovered(app.services)
      expect((await orders()).at(-1)).toMatchObject({ state: 'pending' })
      await halfAnHour()
      await closeRecovered(app.services)
    }
    const all = await orders()
    expect(all.map(({ state, frequent, recurred }) => ({ state, frequent, recurred }))).toEqual([
      { state: 'closed', frequent: false, recurred: false },
      { state: 'closed', frequent: false, recurred: true },
      { state: 'closed', frequent: false, recurred: true },
      { state: 'pending', frequent: true, recurred: true },
    ])
    expect(all.map(({ parent }) => parent)).toEqual([null, ...all.slice(0, 3).map(({ id }) => id)])
  })
})

test('three intakes at once make each order once', async () => {
  const { pool } = app.services
  for (let index = 0; index < 40; index += 1) {
    const { id } = await makeSimulator(pool, { organ, room })
    await fault('E101', 0, null, id)
    await fault('E102', 0, null, id)
  }
  await Promise.all([take(), take(), take()])
  const all = await orders()
  expect(all).toHaveLength(40)
  expect(all.every(({ faults, occurrences }) => faults === 2 && occurrences === 2)).toBe(true)
})

test('a thousand faults at once become orders, none twice', { timeout: patience(60_000) }, async () => {
  await app.services.pool.query(
    `with made as (
       insert into simulator (sn, name, organ_id, room_id, key_hash)
       select 'MANY-' || n, '设备' || n, $1, $2, '' from generate_series(1, 1000) n returning id
     ), state as (insert into simulator_state (simulator_id) select id from made returning simulator_id)
     select count(*) from state`,
    [organ, room],
  )
  await sql(`insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
    select id, organ_id, room_id, 'E101', '追踪丢失', now() from simulator where sn like 'MANY-%'`)
  await Promise.all([take(), take()])
  const [found] = (
    await sql(`select count(*) as orders, count(distinct simulator_id) as simulators, sum(occurrences)::integer as faults,
      (select count(*) from fault_todo) as waiting from work_order`)
  ).rows
  expect(found).toEqual({ orders: 1000, simulators: 1000, faults: 1000, waiting: 0 })
})

test('faults in any order leave one open order of a key at most, and none of a device that is well', {
  timeout: patience(60_000),
}, async () => {
  const step = fc.record({
    act: fc.constantFrom('raise', 'clear', 'disable', 'enable', 'take', 'close', 'move'),
    code: fc.constantFrom('E101', 'E102', 'X1'),
  })
  const places = [organ, await makeOrganisation(app.services.pool)]
  const rooms = [room, await makeClassroom(app.services.pool, places[1] ?? 0)]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async steps => {
      const { id } = await makeSimulator(app.services.pool, {
        organ,
        room,
        sn: `FC-${randomUUID().slice(0, 8).toUpperCase()}`,
      })
      let at = 0
      for (const { act, code } of steps) {
        const { pool } = app.services
        if (act === 'take') await take()
        else if (act === 'close') {
          await sql(
            `update work_order set recovered_at = now() - interval '31 minutes' where recovered_at is not null`,
          )
          await closeRecovered(app.services)
        } else if (act === 'move') {
          at = 1 - at
          await pool.query('update simulator set organ_id = $2, room_id = $3 where id = $1', [
            id,
            places[at],
            rooms[at],
          ])
        } else if (act === 'raise')
          await pool.query(
            `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
             select id, organ_id, room_id, $2, $2, now() from simulator where id = $1
             on conflict (simulator_id, code) where cleared_at is null do nothing`,
            [id, code],
          )
        else if (act === 'clear')
          await pool.query(
            'update fault set cleared_at = now() where simulator_id = $1 and code = $2 and cleared_at is null',
            [id, code],
          )
        else
          await pool.query('update simulator_state set enabled = $2 where simulator_id = $1', [
            id,
            act === 'enable',
          ])
      }
      await app.services.pool.query('update simulator_state set enabled = true where simulator_id = $1', [id])
      await take()
      const { rows } = await app.services.pool.query(
        `select key from (select component_kind_id::text || ':' || organ_id as key from work_order
           where simulator_id = $1 and state not in ('done', 'closed')) open group by 1 having count(*) > 1`,
        [id],
      )
      expect(rows).toEqual([])
      // Every open fault has an open order where the device stands, and an order without any has recovered.
      const wrong = await app.services.pool.query(
        `select f.id from fault f join simulator s on s.id = f.simulator_id
         left join work_order_fault l on l.fault_id = f.id
         left join work_order w on w.id = l.order_id and w.state not in ('done', 'closed') and w.organ_id = s.organ_id
         where f.simulator_id = $1 and f.cleared_at is null and w.id is null
         union all
         select w.id from work_order w where w.simulator_id = $1 and w.state not in ('done', 'closed')
           and (w.recovered_at is null) <> exists (
             select from work_order_fault l join fault f on f.id = l.fault_id where l.order_id = w.id and f.cleared_at is null)`,
        [id],
      )
      expect(wrong.rows).toEqual([])
    }),
    { numRuns: 25 },
  )
})
