import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeSimulator,
  makeStudent,
} from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

const { organisations } = contract
let app: TestApp
let admin: Client
let school: number
let point: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool)
  point = await makeOrganisation(pool, { type: 'servicePoint', parent: school })
  admin = await app.signedIn({ codes: ['organ:school'] })
})

const infoOf = async (organizationId: number) =>
  (await admin.call(organisations.schoolInfo, { organizationId })).data

const nothing = { idle: 0, training: 0, fault: 0, offline: 0, disabled: 0 }

test('a new school has nothing, and every step before it', async () => {
  expect(await infoOf(school)).toEqual({
    students: 0,
    simulators: nothing,
    waitingApplicants: 0,
    setup: { classrooms: 0, devices: 0, members: 0, courses: 0, contracts: 0 },
  })
})

test('what hangs below it counts, service points included; what is out of use is no step done', async () => {
  const { pool } = app.services
  const room = await makeClassroom(pool, point)
  const idle = await makeSimulator(pool, { organ: point, room })
  await setState(pool, idle.id, { online: true })
  await makeSimulator(pool, { organ: point, room, enabled: false })
  await makeStudent(pool, point)
  await makeMember(pool, { organs: [point] })
  await makeMember(pool, { organs: [school], enabled: false })
  const closed = await makeClassroom(pool, school)
  await pool.query('update classroom set enabled = false where id = $1', [closed])
  await pool.query(
    `with offered as (
       insert into course (name, gear_type, minutes, price, valid_days, enabled)
       values ('在售', 'C1', 60, 100, 30, true), ('已停用', 'C1', 60, 100, 30, false) returning id
     )
     insert into school_course (school_id, course_id, sort) select $1, id, id from offered`,
    [school],
  )
  await pool.query(
    `with config as (
       insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
       values ($1, 'C1 周末班', 'C1', 'standard', 100, '2026-01-01', '2099-01-01') returning id
     )
     insert into applicant (config_id, name, phone, state, reason)
     select id, n.name, '13800000009', n.state, n.reason
     from config, (values ('张三', 'waiting', null), ('李四', 'refused', '名额已满')) n (name, state, reason)`,
    [school],
  )
  await pool.query(
    `insert into contract (no, school_id, mode, monthly_rent, billing_day, starts_on, ends_on, voided_at, void_reason, created_by)
     select 'HT-' || k.no, $1, 'rent', 100, 1, k.starts_on::date, k.ends_on::date, k.voided_at::timestamptz, k.reason,
       (select min(id) from member)
     from (values (1, '2020-01-01', '2020-12-31', null, null), (2, '2021-01-01', '2199-12-31', null, null),
       (3, '2021-01-01', '2199-12-31', '2021-02-01', '签错')) k (no, starts_on, ends_on, voided_at, reason)`,
    [school],
  )
  // Another school's, which must not count here.
  const other = await makeOrganisation(pool)
  await makeSimulator(pool, { organ: other, room: await makeClassroom(pool, other) })
  await makeStudent(pool, other)
  expect(await infoOf(school)).toEqual({
    students: 1,
    simulators: { ...nothing, idle: 1, disabled: 1 },
    waitingApplicants: 1,
    setup: { classrooms: 1, devices: 1, members: 1, courses: 1, contracts: 1 },
  })
})

test('a service point is no school', async () => {
  const { code, msg } = await admin.call(organisations.schoolInfo, { organizationId: point })
  expect([code, msg]).toEqual([errors.notFound.code, errors.notFound.sentence('驾校')])
})
