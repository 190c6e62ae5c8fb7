import { randomUUID } from 'node:crypto'
import { contract } from '@drivesim/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { emptyDatabase, query } from '../../../../test/database.ts'
import { connectDevice, type Device } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { tableUse } from '../../../../test/tableUse.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { telemetryChecks } from './checks.queries.ts'
import { forgetSessionIds } from './queries.ts'

const day = 86_400
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

describe('what a device sends again', () => {
  let app: TestApp
  let device: Device
  let student: number
  let simulator: Awaited<ReturnType<typeof makeSimulator>>
  beforeEachTest(async built => {
    app = built
    const { pool, devices } = app.services
    const organ = await makeOrganisation(pool)
    simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
    student = await makeStudent(pool, organ)
    device = await connectDevice(devices.address() ?? '', simulator)
  })
  afterEach(() => {
    device.client.end(true)
  })
  dataAgrees(() => app, telemetryChecks)
  const sessions = async () =>
    (await app.services.pool.query('select seconds, ending from training_session order by started_at')).rows

  /** As after the 60 days for which ids of events are known. */
  const forgetEvents = () => app.services.pool.query('delete from device_event')

  test.each([
    ['today', 0],
    ['399 days late', 399 * day],
  ])('is one session, %s, also when nobody remembers the message', async (_when, late) => {
    const sessionId = randomUUID()
    const end = { sessionId, startedAt: ago(late + 600), at: ago(late), studentId: student }
    await device.start({ sessionId, at: end.startedAt, studentId: student })
    for (let times = 0; times < 3; times++) {
      await device.end(end)
      await forgetEvents()
      await device.start({ sessionId, at: end.startedAt, studentId: student })
    }
    expect(await sessions()).toEqual([{ seconds: 600, ending: 'normal' }])
  })

  test('is one session where its clock is ahead, and was dated to its receipt two months before', async () => {
    const sessionId = randomUUID()
    const ahead = { sessionId, startedAt: ago(-90 * day - 600), at: ago(-90 * day) }
    await device.end(ahead)
    await app.services.pool.query(`select ensure_months(now() - interval '70 days', now())`)
    const before = `- interval '70 days'`
    await app.services.pool.query(`
      update training_session set record_id = new_record_id(started_at ${before}), started_at = started_at ${before},
        ended_at = ended_at ${before};
      update training_session_key set record_id = (select record_id from training_session);
      update usage_hour set hour_at = hour_at ${before};
      update usage_day set day = day - 70;
      update simulator_day set day = day - 70;
      update school_month set month = (
        select date_trunc('month', started_at at time zone 'Asia/Shanghai')::date from training_session)`)
    await forgetEvents()
    await device.end(ahead)
    expect(await sessions()).toHaveLength(1)
  })

  test('is looked for in its month alone, and so are a student’s sessions', async () => {
    const { pool } = app.services
    const { id, organ, room } = simulator
    const other = await makeStudent(pool, organ)
    const made = { simulator: id, organ, room }
    await makeSessions(pool, [
      { ...made, student: other, at: '2024-03-05T09:30:00+08:00' },
      { ...made, student, at: '2025-03-05T09:30:00+08:00' },
    ])
    const use = async () => {
      const { scans, oneByOne } = await tableUse(app, 'training_session_key_202403')
      return scans + oneByOne
    }
    const person = await app.signedIn({})
    const before = await use()
    await device.end({ sessionId: randomUUID(), startedAt: ago(600), studentId: student })
    const { data } = await person.call(contract.students.info, { userId: student, queryTypes: ['sessions'] })
    expect(data.sessions).toHaveLength(2)
    expect(await use()).toBe(before)
    await person.call(contract.students.info, { userId: other, queryTypes: ['sessions'] })
    expect(await use()).toBeGreaterThan(before)
  })

  test('has no index of ids where nothing can ask for them any more; students are found there all the same', async () => {
    const { db, pool } = app.services
    await pool.query(`select ensure_months(now() - interval '500 days', now() - interval '460 days')`)
    const indexes = async (endingIn: string) =>
      (
        await pool.query(
          `select count(*)::int as n from pg_inherits
             join pg_index i on i.indrelid = inhrelid
           where inhparent = 'training_session_key'::regclass and i.indexrelid::regclass::text like '%' || $1
             and record_time(keys_end(inhrelid)) < asked_since()`,
          [endingIn],
        )
      ).rows[0].n
    const students = await indexes('_student')
    expect(students).toBeGreaterThan(0)
    expect(await indexes('_session')).toBe(0)
    const [oldest] = (
      await pool.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'training_session_key'::regclass
         order by keys_end(inhrelid) limit 1`,
      )
    ).rows
    await query(
      app.database.ownerUrl,
      `create unique index ${oldest.name}_session on ${oldest.name} (session_id)`,
    )
    expect(await indexes('_session')).toBe(1)
    await forgetSessionIds(db)
    expect([await indexes('_session'), await indexes('_student')]).toEqual([0, students])
  })
})

test('keys of before there were months are their first part, and found as before', async () => {
  const made = await emptyDatabase()
  const migrateTo = (last?: string) =>
    migrate(made.ownerUrl, {
      appRole: made.appRole,
      ...(last === undefined ? {} : { asOf: asOf(last) }),
    })
  const all = await emptyDatabase()
  await migrate(all.ownerUrl, { appRole: all.appRole })
  const files = (await query(all.ownerUrl, 'select name, checksum from schema_migration order by name')) as {
    name: string
    checksum: string
  }[]
  await all.drop()
  const asOf = (last: string) => files.filter(({ name }) => name < last)
  try {
    await migrateTo('0006')
    await query(
      made.ownerUrl,
      `insert into training_session_key (session_id, simulator_id, record_id, student_id)
       select gen_random_uuid(), 1, new_record_id(now() - n * interval '3 days'), n % 7 from generate_series(1, 100) n`,
    )
    await migrateTo()
    // Written beside a process of before, which names the same columns.
    await query(
      made.ownerUrl,
      `select ensure_months(now(), now() + interval '3 months');
       insert into training_session_key (session_id, simulator_id, record_id, student_id)
       select gen_random_uuid(), 1, new_record_id(now() + n * interval '30 days'), 3 from generate_series(0, 3) n`,
    )
    const [known] = (await query(
      made.ownerUrl,
      `select count(*)::int as keys, count(distinct session_id)::int as sessions, count(*) filter (where tableoid = 'training_session_key_before'::regclass)::int > 100 as together
       from training_session_key`,
    )) as object[]
    expect(known).toEqual({ keys: 104, sessions: 104, together: true })
    const indexes = await query(
      made.ownerUrl,
      `select count(*)::int as n from pg_inherits i where inhparent = 'training_session_key'::regclass
         and (select count(*) from pg_index where indrelid = inhrelid) <> 2`,
    )
    expect(indexes).toEqual([{ n: 0 }])
  } finally {
    await made.drop()
  }
})
