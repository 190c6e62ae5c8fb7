import { errors, orders, students } from '@drivesim/contract'
import { expect } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { clerkOf, doneOnce, makeCourse, makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'

// 转校 of a student who has money: it goes along once.

let app: TestApp
let school: number
let other: number
let userId: number
let platform: Client
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  other = await makeSelling(app, { name: '乙驾校' })
  userId = await makeLearner(app, school)
  platform = await app.signedIn({ codes: ['student:edit', 'finance:edit'] })
})
dataAgrees(() => app)

const rows = async (sql: string) => (await app.services.pool.query(sql)).rows
const move = (headers: Record<string, string>) =>
  platform.call(students.enrol, { userId, kind: 'transfer', schoolId: other, confirmOffline: true }, headers)
/** What the students of each school have, as the ledger keeps it. */
const balances = () =>
  rows(`select school_id::int as school, account, amount::int from account_sum
    where account in ('student_cash', 'student_bonus') and amount <> 0 order by 1, 2`)

/** 13,000 in two lots, one of them in cash with a bonus, of which 4,000 are spent. */
async function fill(): Promise<Client> {
  const clerk = await clerkOf(app, school)
  await platform.call(orders.saveSettings, {
    approvalLimit: 100_000,
    tiers: [{ fromAmount: 10_000, bonus: 500 }],
  })
  await makeOnline(app, userId, 3000)
  await clerk.call(orders.rechargeOffline, { studentId: userId, amount: 10_000 })
  await clerk.call(orders.addCourseOrder, {
    studentId: userId,
    courseId: await makeCourse(app, [school, other], { price: 4000, minutes: 60 }),
  })
  expect(await balances()).toEqual([
    { school, account: 'student_bonus', amount: -500 },
    { school, account: 'student_cash', amount: -9000 },
  ])
  return clerk
}

const moved = async () => {
  expect(await rows('select cash::int, bonus::int from purse')).toEqual([{ cash: 9000, bonus: 500 }])
  expect(await balances()).toEqual([
    { school: other, account: 'student_bonus', amount: -500 },
    { school: other, account: 'student_cash', amount: -9000 },
  ])
  expect(await rows(`select from journal where kind = 'transfer'`)).toHaveLength(1)
  expect(await rows(`select school_id::int as school from enrolment where state = 'studying'`)).toEqual([
    { school: other },
  ])
}

doneOnce({
  '转校 with a balance': {
    async prepare() {
      await fill()
      return move
    },
    told: errors.transferTarget.sentence(),
    after: moved,
  },
})
