import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { connectDevice } from '../../../../test/device.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeSimulator,
  makeStudent,
} from '../../../../test/factories.ts'
import { wrongIn } from '../../../../test/wrongData.ts'

let app: TestApp

beforeEachTest(async built => {
  app = built
  const { pool, devices } = app.services
  const organ = await makeOrganisation(pool)
  const simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const student = await makeStudent(pool, organ)
  const member = await makeMember(pool)
  await pool.query(`insert into message (member_id, title, brief, content) values ($1, '一', '二', '三')`, [
    member.id,
  ])
  await pool.query(
    `insert into operation_log (member_id, account, call, label, request_id) values ($1, '一', '二', '三', '四')`,
    [member.id],
  )
  await pool.query(
    `with job as (
       insert into job (kind, label, owner_id, input, total, done, state, finished_at)
       values ('一', '二', $1, '{}', 2, 1, 'cancelled', now()) returning id
     ) insert into job_row (job_id, seq, record_id, state)
       select id, seq, seq, case seq when 1 then 'done' else 'skipped' end from job, generate_series(1, 2) seq`,
    [member.id],
  )
  const device = await connectDevice(devices.address() ?? '', simulator)
  await device.report({ at: ago(30) })
  await device.fault('raised', 'E01', ago(20))
  await device.fault('cleared', 'E01', ago(10))
  await device.end({ sessionId: randomUUID(), startedAt: ago(60), studentId: student })
  await device.leave()
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

// That each check tells is in everyCheck.test.ts.
test('nothing is wrong with what the server itself keeps', async () => {
  expect(await wrongIn(app)).toEqual([])
})
