import { contract, orders } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { clerkOf, makeLearner, makeSelling } from '../../../../test/till.ts'
import { whileLocked } from '../../../../test/whileLocked.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// What changes of students wait for, and what waits for them: schools, then students, then money.

const { add, enrol, modify } = contract.students
let app: TestApp
let admin: Client
let school: number
let other: number
let student: number
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  school = await makeSelling(app, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  student = await makeLearner(app, school, '李明')
  admin = await app.signedIn({ codes: ['student:edit'] })
})
dataAgrees(() => app)

const rows = (sql: string) => query(app.database.ownerUrl, sql)
const transfer = () => admin.call(enrol, { userId: student, kind: 'transfer', schoolId: other })
const done = { code: 0 }

describe('while a school closes its month', () => {
  const closing = (id: number) => `select from organisation where id = ${id} for no key update`

  test('students come to it, and go', async () => {
    await whileLocked(app, closing(other), async () => {
      expect(await transfer()).toMatchObject(done)
      const form = { userName: '王芳', userPhone: '13812345678', gearType: 'C1', schoolId: other }
      expect(await admin.send(add, form)).toMatchObject(done)
    })
    await whileLocked(app, closing(other), async () => {
      expect(await admin.call(enrol, { userId: student, kind: 'leave' })).toMatchObject(done)
      expect(await admin.call(enrol, { userId: student, kind: 'add', gearType: 'C2' })).toMatchObject(done)
    })
  })
})

test.each([
  ['转校', 'other', () => transfer()],
  ['增驾', 'school', () => admin.call(enrol, { userId: student, kind: 'add', gearType: 'C2' })],
] as const)('%s holds the school before the student', async (_act, held, act) => {
  const id = held === 'other' ? other : school
  let acting: ReturnType<typeof act> | undefined
  await whileLocked(app, `select from organisation where id = ${id} for update`, async waiting => {
    acting = act()
    await waiting()
    // Else whoever has the school and wants the student waits for ever.
    await rows(`select from student where id = ${student} for update nowait`)
  })
  expect(await acting).toMatchObject(done)
})

describe('while money of a student moves', () => {
  const money = () => `select from student where id = ${student} for key share`

  test('they finish, leave and learn for another licence', async () => {
    await whileLocked(app, money(), async () => {
      for (const form of [
        { kind: 'add', gearType: 'C2' },
        { kind: 'finish' },
        { kind: 'add', gearType: 'C1' },
        { kind: 'leave' },
      ] as const)
        expect(await admin.call(enrol, { userId: student, ...form })).toMatchObject(done)
    })
  })

  test.each([
    ['another school', () => transfer()],
    ['another name', () => admin.call(modify, { userId: student, userName: '李敏', gearType: 'C1' })],
  ])('%s waits, since it stands in a unique index', async (_what, act) => {
    let acting: ReturnType<typeof act> | undefined
    await whileLocked(app, money(), async waiting => {
      acting = act()
      await waiting()
    })
    expect(await acting).toMatchObject(done)
  })

  test('of twenty at once, recharges and 转校 beside one another, all are done', async () => {
    const clerk = await clerkOf(app, school)
    const platform = await app.signedIn({ codes: ['student:edit'] })
    const acts = Array.from({ length: 20 }, (_, n) =>
      n % 4 === 0
        ? platform.call(enrol, {
            userId: student,
            kind: 'transfer',
            schoolId: n % 8 === 0 ? other : school,
            confirmOffline: true,
          })
        : clerk.call(orders.rechargeOffline, { studentId: student, amount: n + 1 }),
    )
    for (const answer of await Promise.all(acts)) expect(answer.status).toBe(200)
  })
})
