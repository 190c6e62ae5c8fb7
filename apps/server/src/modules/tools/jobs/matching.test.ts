import { contract, errors, mostMatching } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'

// Acts on all that match a filter: what is frozen when they are started.

const { approvals, bills, devices, enrolment, jobs, messages, students, workOrders } = contract
let app: TestApp
let school: number
let room: number
let elsewhere: number
let owner: Awaited<ReturnType<TestApp['signedIn']>>

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  room = await makeClassroom(pool, school)
  elsewhere = await makeOrganisation(pool, { name: '乙驾校' })
  const codes = app.services.parts.bulk.flatMap(part => [...part.codes, ...part.list.codes])
  owner = await app.signedIn({ codes: [...new Set(codes)], organs: [school] })
  await makeSimulator(pool, { organ: school, room, name: '甲一号机' })
  await makeSimulator(pool, { organ: school, room, name: '甲二号机' })
  await makeSimulator(pool, { organ: school, room, name: '备用机' })
  await makeSimulator(pool, {
    organ: elsewhere,
    room: await makeClassroom(pool, elsewhere),
    name: '甲三号机',
  })
})

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
const frozen = async () =>
  (await rows('select record_id::int as id from job_row order by seq')).map(row => row.id)
const start = (
  kind: string,
  filter: Record<string, unknown>,
  expected: number,
  input: Record<string, unknown> = {},
  by = owner,
) => by.call(jobs.start, { kind, selection: { filter, expected }, input })
const disable = (filter: Record<string, unknown>, expected: number, by = owner) =>
  start('device.setEnabled', filter, expected, { enabled: false }, by)
const nothingBegun = async () =>
  expect(await rows('select from job union all select from job_row')).toEqual([])

/** Two applications that wait, one that was refused, and one that waits elsewhere, all of one name. */
async function apply() {
  await rows(
    `with configs as (
       insert into enrolment_config (school_id, title, gear_type, class_type, price, original_price, contents, valid_from, valid_until)
       select s, 'C1 普通班', 'C1', 'standard', 1, 1, '', '2026-01-01', '2026-12-31' from unnest($1::bigint[]) s
       returning id, school_id
     )
     insert into applicant (config_id, name, phone, state, reason)
     select c.id, '王芳', '139' || lpad(n::text, 8, '0'), case n when 3 then 'refused' else 'waiting' end,
       case n when 3 then '名额已满' end
     from configs c, generate_series(1, case c.school_id when $2 then 3 else 1 end) n`,
    [[school, elsewhere], school],
  )
}

/** An order for each simulator; all but one are the owner's, also one that is elsewhere. */
async function report() {
  const chief = await app.signedIn({ codes: ['ops', 'ops:report'] })
  const simulators = await rows('select id::int from simulator order by id')
  for (const { id } of simulators)
    await chief.call(workOrders.add, {
      simulatorId: Number(id),
      componentKindId: 1,
      description: '踏板没有反应',
    })
  await rows(
    `update work_order w set state = 'assigned', assignee_id = $1 from simulator s
     where s.id = w.simulator_id and s.name <> '备用机'`,
    [owner.memberId],
  )
}

/** Read, unread and other messages of the owner, and a colleague's. */
async function write() {
  const colleague = await app.signedIn({ organs: [school] })
  await rows(
    `insert into message (member_id, title, brief, content, state, opened_at)
     select m, title, '', '', state, case when state <> 'unread' then now() end
     from (values ($1::bigint, '维护通知', 'read'), ($1, '维护完成', 'read'), ($1, '维护通知', 'unread'),
       ($1, '公告', 'read'), ($1, '维护通知', 'trash'), ($2::bigint, '维护通知', 'read')) x (m, title, state)`,
    [owner.memberId, colleague.memberId],
  )
}

/** Bills of three months, one of which is confirmed; and one that is elsewhere. */
const bill = () =>
  rows(
    `insert into bill (no, school_id, month, state, confirmed_how, issued_on, due_on)
     select 'ZD' || s || m, s, m::date, state, case state when 'checked' then 'school' end, m::date + 31, m::date + 46
     from (values ($1::bigint, '2026-07-01', 'toCheck'), ($1, '2026-08-01', 'toCheck'), ($1, '2026-09-01', 'checked'),
       ($2::bigint, '2026-08-01', 'toCheck')) x (s, m, state)`,
    [school, elsewhere],
  )

/** Of the whole platform, with every code of a kind. */
let chief: typeof owner
/** What a colleague asks for, decided by the chief, who asked for one as well. */
async function ask() {
  const codes = app.services.parts.bulk.flatMap(part => [...part.codes, ...part.list.codes])
  chief = await app.signedIn({ codes: [...new Set(codes)] })
  const colleague = await app.signedIn({ codes: ['finance:edit'] })
  await rows(
    `insert into approval (kind, subject_id, asked_by)
     select 'unasked', n, case n when 3 then $1::bigint else $2::bigint end from generate_series(1, 3) n`,
    [chief.memberId, colleague.memberId],
  )
}

interface Case {
  /** Who starts it, where that is not the owner. */
  readonly by?: () => typeof owner
  readonly make?: () => Promise<unknown>
  readonly filter: Record<string, unknown>
  readonly input: () => Record<string, unknown>
  /** What the kind's list shows of the filter. */
  readonly listed: () => Promise<number[]>
}
const ofDevices = {
  filter: { simulatorName: '甲' },
  listed: async () =>
    (await owner.call(devices.list, { simulatorName: '甲' })).data.dataList.map(row => row.simulatorId),
}
const ofOrders = {
  make: report,
  filter: { show: 'mine' },
  listed: async () =>
    (await owner.call(workOrders.list, { show: 'mine' })).data.dataList.map(row => row.orderId),
}
const ofBills = {
  make: bill,
  filter: { state: 'toCheck', endMonth: '2026-08' },
  listed: async () =>
    (await owner.call(bills.list, { state: 'toCheck', endMonth: '2026-08' })).data.dataList.map(
      row => row.billId,
    ),
  input: () => ({}),
}
/** Two whose names are found, one whose is not, and one elsewhere. */
async function enrol() {
  const { pool } = app.services
  for (const [place, name] of [
    [school, '王芳'],
    [school, '王芳芳'],
    [school, '李强'],
    [elsewhere, '王芳'],
  ] as const)
    await makeStudent(pool, place, name)
}
const ofStudents = {
  make: enrol,
  filter: { paramValue: '王芳' },
  listed: async () =>
    (await owner.call(students.list, { paramValue: '王芳' })).data.dataList.map(row => row.userId),
}
const cases: Record<string, Case> = {
  'approval.approve': {
    make: ask,
    by: () => chief,
    filter: { view: 'mine', kind: 'unasked' },
    input: () => ({}),
    listed: async () =>
      (await chief.call(approvals.list, { view: 'mine', kind: 'unasked' })).data.dataList.map(
        row => row.approvalId,
      ),
  },
  'bill.urge': ofBills,
  'bill.confirm': ofBills,
  'bill.settle': ofBills,
  'bill.requestPayment': ofBills,
  'device.move': { ...ofDevices, input: () => ({ organId: school, roomId: room }) },
  'device.setEnabled': { ...ofDevices, input: () => ({ enabled: false }) },
  'device.command': { ...ofDevices, input: () => ({ command: 'restart' }) },
  'workOrder.dispatch': { ...ofOrders, input: () => ({}) },
  'workOrder.close': { ...ofOrders, input: () => ({ reason: 'recovered' }) },
  'enrolment.confirm': {
    make: apply,
    filter: { state: 'waiting', paramValue: '王芳' },
    input: () => ({}),
    listed: async () =>
      (await owner.call(enrolment.applicants, { state: 'waiting', paramValue: '王芳' })).data.dataList.map(
        row => row.id,
      ),
  },
  'student.tag': { ...ofStudents, input: () => ({ act: 'add', tag: '约考' }) },
  'student.coach': { ...ofStudents, input: () => ({ coachId: null }) },
  'student.transfer': { ...ofStudents, input: () => ({ schoolId: elsewhere }) },
  'message.remove': {
    make: write,
    filter: { state: 'read', paramValue: '维护' },
    input: () => ({}),
    listed: async () =>
      (await owner.call(messages.columns, { paramValue: '维护' })).data.readed.map(row => row.msg_id),
  },
}

describe('what is frozen is what the list shows in the scope, of', () => {
  test('every kind', () => {
    expect(Object.keys(cases).sort()).toEqual(app.services.parts.bulk.map(({ kind }) => kind).sort())
  })

  test.each(Object.entries(cases))('%s', async (kind, { make, by = () => owner, filter, input, listed }) => {
    await make?.()
    const before = await listed()
    expect(before).toHaveLength(2)
    expect(await start(kind, filter, 2, input(), by())).toMatchObject({ msg: '' })
    expect(await frozen()).toEqual(before.sort((one, other) => one - other))
  })
})

describe('is refused, and nothing begun', () => {
  test('where another number matches than was confirmed: the new one is said', async () => {
    for (const [filter, expected, total] of [
      [{ simulatorName: '甲' }, 3, 2],
      [{ simulatorName: '甲' }, 1, 2],
      [{ simulatorName: '没有' }, 3, 0],
    ] as const)
      expect(await disable(filter, expected)).toMatchObject({
        code: errors.matchesChanged.code,
        msg: `列表已变化，现在 ${total} 条，请确认后重试`,
        data: { total },
      })
    await nothingBegun()
    expect(await disable({ simulatorName: '甲' }, 2)).toMatchObject({ msg: '' })
  })

  test('where more match than may be', async () => {
    await rows(
      `insert into message (member_id, title, brief, content, state, opened_at)
       select $1, '通知', '', '', 'read', now() from generate_series(1, $2)`,
      [owner.memberId, mostMatching + 1],
    )
    for (const expected of [mostMatching, mostMatching + 1])
      expect(await start('message.remove', { state: 'read' }, expected)).toMatchObject({
        code: errors.tooManyMatches.code,
        msg: '一次最多操作 50,000 条，请缩小查询范围后重试',
      })
    await nothingBegun()
  })

  test('for a filter that the list does not have, or not so', async () => {
    expect(await disable({ simulatorName: '甲', schoolName: '甲驾校' }, 2)).toMatchObject({
      code: errors.invalid.code,
    })
    expect(await disable({ stateId: 'sleeping' }, 2)).toMatchObject({ code: errors.invalid.code })
    expect(await disable({ simulatorName: '甲' }, 0)).toMatchObject({
      msg: '没有符合条件的记录，请修改查询条件',
    })
    await nothingBegun()
  })

  test('without the code of the kind, whatever the filter; and without one of the list', async () => {
    for (const codes of [['device:simulator'], ['device:edit']] as const) {
      const other = await app.signedIn({ codes: [...codes], organs: [school] })
      expect(await disable({ simulatorName: '甲' }, 9, other)).toMatchObject({ code: errors.forbidden.code })
    }
    const reader = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
    expect(await disable({ stateId: 'sleeping' }, 2, reader)).toMatchObject({ code: errors.forbidden.code })
    await nothingBegun()
  })
})
