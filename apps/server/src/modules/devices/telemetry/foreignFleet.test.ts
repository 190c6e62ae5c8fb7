import { businessDayOf } from '@drivesim/contract/businessDay'
import { startFleet } from '@drivesim/fleet/fleet'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { makeLearner } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

const long = process.env.TEST_LONG === '1'
const seed = Number(process.env.TEST_SEED ?? 20_261_126)
const devices = 40
const wanted = 120

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { OPERATIONS: '1' },
)
dataAgrees(() => app)

const normal = (id: string) => id.toLowerCase().replaceAll(/[{}-]/g, '')

test.skipIf(!long)(
  `${devices} simulators by other hands until ${wanted} events are acknowledged, seed ${seed}: nothing that was acknowledged is lost, and the data agrees`,
  { timeout: patience(300_000) },
  async () => {
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const room = await makeClassroom(pool, organ)
    const made = []
    while (made.length < devices) made.push(await makeSimulator(pool, { organ, room }))
    const today = businessDayOf(Date.now())
    const students = []
    while (students.length < devices * 2) {
      const studentId = await makeLearner(app, organ)
      students.push({ studentId, registeredDay: today, gearType: 'C1' })
    }
    const { rows: modules } = await pool.query(
      `select m.id::int as "moduleId", s.id::int as "subSubjectId", s.name as "subSubject", 2 as subject,
         array['C1', 'C2'] as "gearTypes"
       from module m join sub_subject s on s.id = m.sub_subject_id`,
    )
    const acked = new Set<string>()
    const fleet = startFleet({
      url: app.services.devices.address() ?? '',
      file: {
        madeOn: today,
        modules,
        rooms: [{ roomId: room, opensAt: 480, closesAt: 1200, students }],
        devices: made.map(({ sn, key }) => ({ sn, key, roomId: room })),
      },
      protocolVersion: 4,
      connectsPerSecond: 40,
      seed,
      // A day of twelve hours in six minutes.
      speed: 120,
      flap: devices,
      foreign: devices,
      onAcked: id => acked.add(normal(id)),
    })
    try {
      await until('so many are acknowledged', () => acked.size >= wanted, patience(240_000), 200)
    } finally {
      await fleet.stop()
    }
    expect(fleet.statistics).toMatchObject({ refused: 0 })
    const lost = await until('what was acknowledged is there', async () => {
      const { rows } = await pool.query<{ id: string }>('select id::text from device_event')
      const there = new Set(rows.map(({ id }) => normal(id)))
      const missing = [...acked].filter(id => !there.has(id))
      return missing.length === 0 && missing
    })
    expect(lost).toEqual([])
    // Whoever is cloned is odd, and somebody can see it.
    const { rows } = await pool.query('select count(*)::int as remarks from device_remark')
    expect(rows[0]?.remarks).toBeGreaterThan(0)
    console.log(
      `${acked.size} events, ${fleet.statistics.started} lessons begun, ${fleet.statistics.ended} ended`,
    )
  },
)
