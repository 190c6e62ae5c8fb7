import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { connectDevice } from '../../../test/device.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeSimulator,
  makeStudent,
} from '../../../test/factories.ts'
import { checkData } from './service.ts'

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
const wrong = async () =>
  (await checkData(app.services.db, app.services.parts.checks, app.services.dataKeys))
    .filter(({ wrong }) => wrong > 0)
    .map(({ title }) => title)

test('nothing is wrong with what the server itself keeps', async () => {
  expect(await wrong()).toEqual([])
})

test.each([
  ['每小时使用量等于训练记录之和', 'update usage_hour set seconds = seconds + 1'],
  ['每日使用量等于训练记录之和', 'delete from usage_day'],
  ['驾校每月各子科目的次数、通过与扣分项等于训练记录之和', 'update school_month set errors = errors + 1'],
  ['每日在线、故障、启用时长等于状态区间之和', 'update health_day set fault_seconds = fault_seconds + 1'],
  ['各机构每日启用、故障时长等于其设备之和', 'update health_organ_day set fault_seconds = fault_seconds + 1'],
  [
    '各机构每月启用、故障时长等于每日之和',
    'update health_organ_month set enabled_seconds = enabled_seconds + 1, fault_seconds = fault_seconds + 1',
  ],
  ['各机构正在启用、故障的设备数等于未结束的状态区间', 'update health_open set simulators = simulators + 1'],
  ['每条训练记录只记一次，按编号和学员能找到', 'delete from training_session_key'],
  ['每条训练记录只记一次，按编号和学员能找到', 'update training_session_key set student_id = null'],
  ['各机构各状态的设备数与设备一致', 'update simulator_count set simulators = simulators + 1'],
  ['各驾校各状态的学员数与学员一致', 'update student_count set students = students + 1'],
  ['各设备每天的训练次数与故障次数等于记录之和', 'update simulator_day set sessions = sessions + 1'],
  ['各设备每天的训练次数与故障次数等于记录之和', 'update simulator_day set faults = 0'],
  ['每人的操作次数与操作日志一致', 'update operation_log_count set entries = entries + 1'],
  ['每人的未读、已读、回收站数与消息一致', 'update message_count set unread = unread + 1'],
  ['任务的完成数与失败数等于任务行', 'update job set failed = failed + 1'],
  ['任务的完成数与失败数等于任务行', `update job_row set state = 'waiting' where state = 'skipped'`],
  ['设备上显示的训练都还没有结束', 'update simulator_state set session_id = gen_random_uuid()'],
  ['有未清除故障的设备都显示为故障', `update simulator_state set reported_health = 'fault'`],
])('%s: told when it is not so', async (title, sql) => {
  await app.services.pool.query(sql)
  expect(await wrong()).toEqual([title])
})

test('intervals that overlap, or that none of them is open, are told', async () => {
  await app.services.pool.query(
    `update simulator_interval set ended_at = ended_at + interval '1 s' where fact = 'link'`,
  )
  expect(await wrong()).toContain('状态区间首尾相接，不重叠也无空缺')
  await app.services.pool.query('update simulator_interval set ended_at = now()')
  expect(await wrong()).toContain('每台设备的四项状态各有一个未结束的区间，与当前状态一致')
})
