import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeSessions, setState } from '../../../../test/facts.ts'
import { patience } from '../../../../test/pace.ts'

// Moving, enabling and disabling: facts stay where they happened, and the counts stay exact.

const { devices } = contract
let app: TestApp
let editor: Client
let places: { organId: number; roomId: number }[]

beforeEachTest(async built => {
  app = built
  places = []
  for (const name of ['甲驾校', '乙驾校', '丙驾校']) {
    const organId = await makeOrganisation(app.services.pool, { name })
    places.push({ organId, roomId: await makeClassroom(app.services.pool, organId) })
  }
  editor = await app.signedIn({ codes: ['device:simulator', 'device:edit'] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const place = (i: number) => {
  const found = places[i]
  if (found === undefined) throw new Error(`no place ${i}`)
  return found
}
const simulatorAt = (i: number) =>
  makeSimulator(app.services.pool, { organ: place(i).organId, room: place(i).roomId })

/** Counts as they are kept, beside what counting would give. */
const counts = () =>
  rows(`
    select coalesce(kept.organ_id, counted.organ_id) as organ, coalesce(kept.state_id, counted.state_id) as state,
      coalesce(kept.simulators, 0)::int as kept, coalesce(counted.n, 0)::int as counted
    from (select * from simulator_count where simulators <> 0) kept
    full join (
      select s.organ_id, n.state_id, count(*) as n from simulator s join simulator_state n on n.simulator_id = s.id group by 1, 2
    ) counted using (organ_id, state_id)
    where kept.simulators is distinct from counted.n`)

/** Open intervals that do not say what the state says, or are not exactly one for each fact. */
const wrongIntervals = () =>
  rows(`
    select n.simulator_id, f.fact from simulator_state n join simulator s on s.id = n.simulator_id
    cross join lateral (values
      ('link', case when online then 'online' else 'offline' end, online_since), ('activity', activity, activity_since),
      ('health', health, health_since), ('administration', case when enabled then 'enabled' else 'disabled' end, enabled_since)
    ) f (fact, value, since)
    where (select array_agg((i.value, i.organ_id, i.room_id, i.started_at)) from simulator_interval i
           where i.simulator_id = n.simulator_id and i.fact = f.fact and i.ended_at is null)
      is distinct from array[(f.value, s.organ_id, s.room_id, f.since)]
    union all
    select a.simulator_id, a.fact from simulator_interval a join simulator_interval b
      using (simulator_id, fact) where a.started_at < b.started_at and (a.ended_at is null or a.ended_at > b.started_at)`)

describe('moving', () => {
  test('ends the intervals at the old place and begins them at the new one, at the same instant', async () => {
    const { id } = await simulatorAt(0)
    expect(await editor.call(devices.move, { simulatorId: id, ...place(1) })).toMatchObject({
      code: 0,
      data: true,
    })
    expect(
      await rows(`
        select old.fact, old.organ_id::int as from, new.organ_id::int as to
        from simulator_interval old join simulator_interval new
          on new.simulator_id = old.simulator_id and new.fact = old.fact and new.value = old.value
          and new.started_at = old.ended_at and new.ended_at is null
        order by 1`),
    ).toEqual(
      ['activity', 'administration', 'health', 'link'].map(fact => ({
        fact,
        from: place(0).organId,
        to: place(1).organId,
      })),
    )
    expect(await wrongIntervals()).toEqual([])
    expect((await editor.call(devices.baseInfo, { simulatorId: id })).data).toMatchObject({
      ...place(1),
      version: 2,
    })
  })

  test('takes none of the old school along: neither sessions nor use nor commands', async () => {
    const { id } = await simulatorAt(0)
    await makeSessions(app.services.pool, [
      { simulator: id, organ: place(0).organId, room: place(0).roomId, at: '2026-10-05T09:00:00+08:00' },
    ])
    await setState(app.services.pool, id, { online: true })
    await editor.call(devices.command, { simulatorId: id, command: 'lock' })
    await editor.call(devices.move, { simulatorId: id, ...place(1) })
    await makeSessions(app.services.pool, [
      { simulator: id, organ: place(1).organId, room: place(1).roomId, at: '2026-10-06T09:00:00+08:00' },
    ])
    const codes = ['device', 'device:teachData'] as const
    const before = await app.signedIn({ codes, organs: [place(0).organId] })
    const after = await app.signedIn({ codes, organs: [place(1).organId] })
    const range = { simulatorId: id, startDate: '2026-10-01', endDate: '2026-10-31' }

    expect(await before.call(devices.usingInfo, range)).toMatchObject({ code: errors.notFound.code })
    expect((await after.call(devices.usingInfo, range)).data.total).toMatchObject({ times: 1 })
    expect((await editor.call(devices.usingInfo, range)).data.total).toMatchObject({ times: 2 })
    const sessions = await after.call(devices.sessions, { simulatorId: id })
    expect(sessions.data.totalDataNum).toBe(1)
    expect(sessions.data.dataList.map(({ startedAt }) => startedAt)).toEqual(['2026-10-06T01:00:00.000Z'])
    expect((await after.call(devices.commands, { simulatorId: id })).data).toEqual([])
    expect((await after.call(devices.intervals, { simulatorId: id })).data).toHaveLength(4)
    expect((await editor.call(devices.intervals, { simulatorId: id })).data).toHaveLength(8)
  })

  test('is refused while somebody trains, and to a place that is not one', async () => {
    const { id } = await simulatorAt(0)
    await setState(app.services.pool, id, { online: true, activity: 'training' })
    expect(await editor.call(devices.move, { simulatorId: id, ...place(1) })).toMatchObject({
      code: errors.deviceTraining.code,
      msg: errors.deviceTraining.sentence(),
    })
    const mixed = { organId: place(1).organId, roomId: place(2).roomId }
    expect(await editor.call(devices.move, { simulatorId: id, ...mixed })).toMatchObject({
      code: errors.roomNotOfOrganisation.code,
    })
    const manager = await app.signedIn({ codes: ['device:edit'], organs: [place(0).organId] })
    expect(await manager.call(devices.move, { simulatorId: id, ...place(1) })).toMatchObject({
      code: errors.notFound.code,
      msg: errors.notFound.sentence('机构'),
    })
    expect(await rows('select organ_id::int from simulator')).toEqual([{ organ_id: place(0).organId }])
  })

  test('to where it stands changes nothing', async () => {
    const { id } = await simulatorAt(0)
    expect(await editor.call(devices.move, { simulatorId: id, ...place(0), version: 1 })).toMatchObject({
      code: 0,
    })
    expect(await rows('select version from simulator')).toEqual([{ version: 1 }])
    expect(await rows('select from simulator_interval')).toHaveLength(4)
  })

  test('an interval that begins ahead of the clock ends no earlier than it began', async () => {
    const { id } = await simulatorAt(0)
    await app.services.pool.query(`
      with ahead as (update simulator_state set health_since = now() + interval '4 minutes' returning health_since)
      update simulator_interval set started_at = health_since from ahead where fact = 'health'`)
    expect(await editor.call(devices.move, { simulatorId: id, ...place(1) })).toMatchObject({ code: 0 })
    expect(await wrongIntervals()).toEqual([])
  })
})

describe('enabling and disabling', () => {
  test('is a fact with its own interval, and shows at once', async () => {
    const { id } = await simulatorAt(0)
    expect(await editor.call(devices.setEnabled, { simulatorId: id, enabled: false })).toMatchObject({
      code: 0,
    })
    expect((await editor.call(devices.baseInfo, { simulatorId: id })).data).toMatchObject({
      stateId: 'disabled',
      stateName: '停用',
      enabled: false,
    })
    expect(
      await rows(
        `select value, ended_at is null as open from simulator_interval where fact = 'administration' order by started_at`,
      ),
    ).toEqual([
      { value: 'enabled', open: false },
      { value: 'disabled', open: true },
    ])
    expect(await wrongIntervals()).toEqual([])
    expect(await rows('select enabled_seconds::int from health_day')).not.toEqual([])
    await editor.call(devices.setEnabled, { simulatorId: id, enabled: true })
    expect((await editor.call(devices.baseInfo, { simulatorId: id })).data.stateId).toBe('offline')
    expect(await wrongIntervals()).toEqual([])
  })

  test('is in the operation log with before and after', async () => {
    const { id } = await simulatorAt(0)
    await editor.call(devices.setEnabled, { simulatorId: id, enabled: false })
    expect(
      await rows(`select o.label, c.row_id, c.before -> 'enabled' as before, c.after -> 'enabled' as after
        from operation_log o join operation_log_change c on c.operation_id = o.id where c.table_name = 'simulator_state'`),
    ).toEqual([{ label: '启用或停用设备', row_id: String(id), before: true, after: false }])
  })

  test('is refused while somebody trains, and when it is so already', async () => {
    const { id } = await simulatorAt(0)
    const enable = await editor.call(devices.setEnabled, { simulatorId: id, enabled: true })
    expect([enable.code, enable.msg]).toEqual([
      errors.deviceAlreadySo.code,
      errors.deviceAlreadySo.sentence('启用'),
    ])
    await setState(app.services.pool, id, { online: true, activity: 'training' })
    const disable = await editor.call(devices.setEnabled, { simulatorId: id, enabled: false })
    expect(disable.code).toBe(errors.deviceTraining.code)
  })

  test('twenty at once do it once', async () => {
    const { id } = await simulatorAt(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => editor.call(devices.setEnabled, { simulatorId: id, enabled: false })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.deviceAlreadySo.code)).toHaveLength(19)
    expect(await wrongIntervals()).toEqual([])
  })
})

test('a move waits for a report under way, and counts the state that it brings', async () => {
  const { pool } = app.services
  const { id } = await simulatorAt(0)
  await setState(pool, id, { online: true })
  const report = await pool.connect()
  const blocked = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
  await report.query('begin')
  await report.query(`update simulator_state set health = 'fault' where simulator_id = $1`, [id])
  const moved = editor.call(devices.move, { simulatorId: id, ...place(1) })
  try {
    await expect.poll(async () => (await report.query(blocked)).rowCount, { timeout: patience(5000) }).toBe(1)
  } finally {
    await report.query('commit')
    report.release()
  }
  expect(await moved).toMatchObject({ code: 0 })
  expect(await counts()).toEqual([])
})

test('counts stay exact while simulators move, are disabled and report, all at once', async () => {
  const { pool } = app.services
  const simulators = await Promise.all([0, 0, 0, 1, 1, 2].map(simulatorAt))
  const acts = Array.from({ length: 120 }, (_, i) => {
    const { id } = simulators[i % simulators.length] ?? simulators[0] ?? { id: 0 }
    if (i % 3 === 0) return () => editor.call(devices.move, { simulatorId: id, ...place((i * 7) % 3) })
    if (i % 3 === 1) return () => editor.call(devices.setEnabled, { simulatorId: id, enabled: i % 2 === 0 })
    // A report as the gateway takes it: several simulators in one statement.
    return () =>
      pool.query(
        `with locked as (select simulator_id from simulator_state where simulator_id = any($1) order by simulator_id for update)
         update simulator_state n set health = $2 from locked where n.simulator_id = locked.simulator_id`,
        [simulators.slice(0, 4).map(simulator => simulator.id), i % 2 === 0 ? 'fault' : 'ok'],
      )
  })
  const done = await Promise.all(acts.map(act => act()))
  const codes = done.flatMap(answer => ('code' in answer ? [answer.code] : []))
  expect(new Set(codes)).toEqual(new Set([0, errors.deviceAlreadySo.code]))
  expect(await counts()).toEqual([])
})
