import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { setLimit } from '../../../../test/limit.ts'
import { clerkOf, makeCourse, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { makeDataKeys } from '../../../platform/keys/dataKeys.ts'
import { allHeldSealedWith, heldOpen, resealHeld } from './rotation.service.ts'
import { repeatErasures } from './service.ts'

const { enrolment, orders, persons, privacyRequests, students } = contract

/** A person whom nothing else of the tests is called like. */
const canary = {
  userName: '甘棠梨',
  userPhone: '17199990731',
  idNumber: idNumberOf(321, '19910203'),
  gearType: 'C1',
} as const
const formerName = '甘小棠'

let app: TestApp
let school: number
let clerk: Client & { memberId: number }
let asker: Client & { memberId: number }
let decider: Client & { memberId: number; account: string }
beforeEachTest(async built => {
  app = built
  rmSync(erasuresLog(), { force: true })
  school = await makeSelling(app, { name: '甲驾校' })
  clerk = await clerkOf(app, school, ['order:edit', 'student:edit', 'student:reveal', 'enroll:edit'])
  asker = await app.signedIn({ codes: ['system:privacy'] })
  decider = await app.signedIn({ codes: ['system:privacy'] })
  await setLimit(app, 1_000_000)
})
dataAgrees(() => app)

const sql = async (text: string, values: unknown[] = []) =>
  z.array(z.record(z.string(), z.unknown())).parse(await query(app.database.ownerUrl, text, values))
const erasuresLog = () => join(app.services.config.dataDir, 'erasures.log')

/** The canary, who learned, paid, got their money back and left; traces of them lie about. */
async function left(): Promise<number> {
  const { data } = await clerk.call(students.add, { ...canary, userName: formerName, schoolId: school })
  const { userId } = data
  await clerk.call(students.modify, { userId, version: 1, userName: canary.userName, gearType: 'C1' })
  await clerk.call(students.reveal, { userId, reason: '核对证件' })
  const { data: lot } = await clerk.call(orders.rechargeOffline, { studentId: userId, amount: 50_000 })
  const courseId = await makeCourse(app, [school], { price: 20_000, minutes: 60 })
  const { data: bought } = await clerk.call(orders.addCourseOrder, { studentId: userId, courseId })
  await clerk.call(orders.refundCourseOrder, { orderId: bought.orderId, minutes: 60, reason: '不学了' })
  const back = { orderId: lot.orderId, amount: 50_000, method: 'cash', reason: '不学了' } as const
  expect(await clerk.call(orders.refundRecharge, back)).toMatchObject({ code: 0 })
  expect(await clerk.call(students.enrol, { userId, kind: 'leave' })).toMatchObject({ code: 0 })
  await sql(
    `with config as (
       insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
       values ($1, '常规班', 'C1', 'standard', 1, current_date, current_date) returning id)
     insert into applicant (config_id, name, phone) select id, $2, $3 from config`,
    [school, canary.userName, canary.userPhone],
  )
  await sql(`insert into sign_up (school_id, name, phone, gear_type) values ($1, $2, $3, 'C1')`, [
    school,
    canary.userName,
    canary.userPhone,
  ])
  await sql('insert into feedback (school_id, student_id, content) values ($1, $2, $3)', [
    school,
    userId,
    `我是${canary.userName}，电话 ${canary.userPhone}`,
  ])
  await sql(
    `insert into comment (kind, subject_id, author_id, text)
     values ('student', $1, $3, '住在人民路，不要再联系'), ('device', 1, $3, $2)`,
    [userId, `${canary.userName}说头显歪了，电话 ${canary.userPhone}`, clerk.memberId],
  )
  await sql(`insert into message (member_id, title, brief, content) values ($1, '退款', $2, $2)`, [
    asker.memberId,
    `${canary.userName}申请退款，电话 ${canary.userPhone}`,
  ])
  await sql(
    `insert into list_view (list, name, owner_id, filters) values ('students', $1, $2, jsonb_build_object('paramValue', $1::text))`,
    [canary.userName, clerk.memberId],
  )
  return userId
}

const askErasure = (studentId: number, by: Client = asker) =>
  by.call(persons.erase, { studentId, wish: `${canary.userName}要求注销`, proof: 'inPerson' })
const decide = (requestId: number, by: Client = decider, accept = true) =>
  by.call(privacyRequests.decide, { requestId, accept, answer: '核对无误' })
async function erased(studentId: number): Promise<void> {
  const { data, msg } = await askErasure(studentId)
  expect(msg).toBe('')
  expect(await decide(data.requestId)).toMatchObject({ code: 0, msg: '' })
}
const find = async (paramValue: string, by: Client = asker) =>
  (await by.call(persons.find, { paramValue })).data.dataList

/** Every row of the database as text. */
async function everything(): Promise<string> {
  const tables = await sql(
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const rows = tables.map(({ name }) => `select '${name}: ' || t::text as row from ${name} t`)
  return (await sql(rows.join(' union all '))).map(({ row }) => row).join('\n')
}

/** What figures and money are made of. */
const counted = [
  'figure',
  'person_day',
  'people_first',
  'journal',
  'ledger_entry',
  'account_sum',
  'purse',
  'recharge_order',
  'course_order',
  'refund',
  'order_count',
  'order_total',
  'student_count',
  'student_minutes',
  'student_trained',
  'enrolment',
]
const figures = async () =>
  Promise.all(counted.map(table => sql(`select t::text as row from ${table} t order by 1`)))

describe('erasing a student', () => {
  test('takes name, numbers and texts out of every table, and no figure moves', async () => {
    const studentId = await left()
    const traces = [
      canary.userName,
      formerName,
      canary.userPhone,
      canary.idNumber,
      canary.idNumber.slice(6, 14),
    ]
    const before = { all: await everything(), figures: await figures() }
    for (const trace of [canary.userName, formerName, canary.userPhone]) expect(before.all).toContain(trace)

    await erased(studentId)
    const all = await everything()
    for (const trace of traces) expect(all).not.toContain(trace)
    expect(await figures()).toEqual(before.figures)
    expect(await find(`已注销学员（${studentId}）`)).toMatchObject([
      { state: 'erased', studentPhone: '****', idNumber: null, open: [], heldUntil: expect.any(String) },
    ])
    // The log says that it was done, and by whom.
    expect(
      await sql(
        `select label, member_id::int as by from operation_log where call = 'privacyRequests.decide'`,
      ),
    ).toEqual([{ label: '办理权利请求', by: decider.memberId }])
    expect(all).toContain('〔已删除〕')
  })

  test('is decided by another person, once', async () => {
    const studentId = await left()
    const { data } = await askErasure(studentId)
    expect(await decide(data.requestId, asker)).toMatchObject({ code: errors.needsAnother.code })
    expect((await asker.call(privacyRequests.list, {})).data.dataList).toMatchObject([
      { kind: 'erase', state: 'waiting', notDecided: errors.needsAnother.sentence() },
    ])
    expect(await askErasure(studentId, decider)).toMatchObject({ code: errors.privacyRequestWaiting.code })
    // Whoever asked may take it back.
    expect(await decide(data.requestId, asker, false)).toMatchObject({ code: 0 })
    expect(await find(canary.userName)).toMatchObject([{ state: 'used' }])
    await erased(studentId)
    expect(await askErasure(studentId)).toMatchObject({ code: errors.alreadyErased.code })
    expect(await decide(data.requestId)).toMatchObject({ code: errors.privacyRequestNot.code })
  })

  test('waits until nothing is open, also where that came after it was asked for', async () => {
    const { data } = await clerk.call(students.add, { ...canary, schoolId: school })
    await clerk.call(orders.rechargeOffline, { studentId: data.userId, amount: 10_000 })
    const open = errors.notErasable.sentence('未结束的学籍、余额')
    expect(await askErasure(data.userId)).toMatchObject({ code: errors.notErasable.code, msg: open })
    expect(await find(canary.userPhone)).toMatchObject([{ open: ['studying', 'balance'] }])

    await sql(
      `update student set name = '别人', phone = '17188880000', id_number = null, id_number_hash = null, id_number_tail = null`,
    )
    const studentId = await left()
    const { data: asked } = await askErasure(studentId)
    await clerk.call(students.enrol, { userId: studentId, kind: 'add', gearType: 'C2' })
    expect(await decide(asked.requestId)).toMatchObject({ code: errors.notErasable.code })
    expect(await find(canary.userName)).toMatchObject([{ state: 'used', waiting: ['erase'] }])
  })

  test('leaves nothing that could be changed, sold to or enrolled again', async () => {
    const studentId = await left()
    await erased(studentId)
    const gone = { code: errors.notFound.code }
    expect(
      await clerk.call(students.modify, { userId: studentId, version: 9, userName: '又来', gearType: 'C1' }),
    ).toMatchObject(gone)
    expect(
      await clerk.call(students.enrol, { userId: studentId, kind: 'add', gearType: 'C2' }),
    ).toMatchObject(gone)
    expect(await clerk.call(orders.rechargeOffline, { studentId, amount: 100 })).toMatchObject(gone)
    // The same person may come again, as anybody.
    expect(await clerk.call(students.add, { ...canary, schoolId: school })).toMatchObject({ code: 0 })
    expect(await clerk.call(enrolment.applicants, {})).toMatchObject({ code: 0 })
  })
})

describe('the file of a person', () => {
  test('has all that is kept of them in words, and is kept nowhere itself', async () => {
    const studentId = await left()
    const ask = { studentId, reason: '本人要求查阅' }
    const headers = { 'idempotency-key': 'one-file-asked-for-twice' }
    const { data } = await asker.call(persons.file, ask, headers)
    const titles = (data.sections ?? []).map(({ title }) => title)
    expect(titles).toEqual(['基本信息', '学籍', '充值订单', '课程订单', '退款单', '意见反馈'])
    const [own] = data.sections ?? []
    expect(own?.rows).toEqual([
      [
        canary.userName,
        canary.userPhone,
        canary.idNumber,
        '甲驾校',
        'C1 手动挡',
        '已退学',
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
      ],
    ])
    for (const { heads, rows } of data.sections ?? []) {
      expect(heads.join()).not.toMatch(/[a-z]_[a-z]/)
      for (const row of rows) expect(row).toHaveLength(heads.length)
    }
    expect((await asker.call(persons.file, ask, headers)).data.sections).toBeNull()
    expect(await everything()).not.toContain(canary.idNumber)
    expect(
      await sql(`select target, detail from security_event where kind = 'reveal' and member_id = $1`, [
        asker.memberId,
      ]),
    ).toEqual([{ target: `学员 ${studentId}`, detail: '本人要求查阅' }])
  })

  test('has nothing of schools outside the scope', async () => {
    const studentId = await left()
    const other = await makeSelling(app, { name: '乙驾校' })
    await sql('update enrolment set school_id = $1', [other])
    const ofSchool = await app.signedIn({ codes: ['system:privacy'], organs: [school] })
    const { data } = await ofSchool.call(persons.file, { studentId, reason: '本人要求查阅' })
    expect((data.sections ?? []).map(({ title }) => title)).not.toContain('学籍')
    await sql('update enrolment set school_id = $1', [school])
  })
})

describe('the held identity', () => {
  test('is shown to the platform, for a reason that is kept', async () => {
    const studentId = await left()
    await erased(studentId)
    const { data } = await asker.call(persons.held, { studentId, reason: '法院调取档案' })
    expect(data).toEqual({
      name: canary.userName,
      phone: canary.userPhone,
      idNumber: canary.idNumber,
    })
    expect(await sql(`select target, detail from security_event where label = '查看留存的身份信息'`)).toEqual(
      [{ target: `已注销学员（${studentId}）`, detail: '法院调取档案' }],
    )
    const ofSchool = await app.signedIn({ codes: ['system:privacy'], organs: [school] })
    expect(await ofSchool.call(persons.held, { studentId, reason: '核对档案' })).toMatchObject({
      code: errors.platformOnly.code,
    })
  })

  test('changes its key with everything else that is sealed', async () => {
    const { db, dataKeys } = app.services
    await erased(await left())
    const next = randomBytes(32)
    const keys = makeDataKeys(() => [dataKeys.newest.bytes, next])
    expect(await allHeldSealedWith(db, keys.newest)).toBe(false)
    await resealHeld(db, keys, keys.newest)
    expect(await allHeldSealedWith(db, keys.newest)).toBe(true)
    expect(
      await heldOpen.find(
        db,
        makeDataKeys(() => [next]),
      ),
    ).toMatchObject({ count: 0 })
    expect(await heldOpen.find(db, dataKeys)).toMatchObject({ count: 1 })
    // This server does not have that key.
    await sql('delete from held_identity')
  })

  test('is held for four years after the last enrolment, and nowhere after that', async () => {
    const { data } = await clerk.call(students.add, { ...canary, schoolId: school })
    await clerk.call(students.enrol, { userId: data.userId, kind: 'leave' })
    await sql(`update enrolment set ended_at = now() - interval '4 years 1 day'`)
    await erased(data.userId)
    expect(await sql('select count(*)::int as held from held_identity')).toEqual([{ held: 0 }])
    expect(await asker.call(persons.held, { studentId: data.userId, reason: '核对档案' })).toMatchObject({
      code: errors.nothingHeld.code,
    })
  })
})

describe('a back-up that is older than an erasure', () => {
  test('is erased again at the start, by the file that outlives it', async () => {
    const studentId = await left()
    const row = await sql('select * from student where id = $1', [studentId])
    await erased(studentId)
    await expect
      .poll(() => existsSync(erasuresLog()) && readFileSync(erasuresLog(), 'utf8'))
      .toMatch(new RegExp(`^${studentId} \\d+ \\S+Z\\n$`))
    const [before] = row
    await sql(`update student set name = $2, phone = $3, erased_at = null where id = $1`, [
      studentId,
      before?.name,
      before?.phone,
    ])
    expect(await repeatErasures(app.services)).toBe(1)
    expect(await find(`已注销学员（${studentId}）`)).toMatchObject([
      { state: 'erased', studentPhone: '****' },
    ])
    expect(await repeatErasures(app.services)).toBe(0)
  })

  test('of another installation is left alone, and the file learns of those that it lacks', async () => {
    const studentId = await left()
    writeFileSync(erasuresLog(), `${studentId} 12345 2026-01-01T00:00:00.000Z\n`)
    expect(await repeatErasures(app.services)).toBe(0)
    expect(await find(canary.userName)).toMatchObject([{ state: 'used' }])
    await erased(studentId)
    rmSync(erasuresLog())
    await repeatErasures(app.services)
    expect(readFileSync(erasuresLog(), 'utf8')).toMatch(new RegExp(`^${studentId} `))
  })
})
