import { contract, errors, type InputOf } from '@drivesim/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'
import { makeOrganisation } from '../../../test/factories.ts'

let app: TestApp
let admin: Client
let school: number

beforeEachTest(async built => {
  app = built
  admin = await app.signedIn({
    codes: ['app:edit'],
    organs: [await makeOrganisation(app.services.pool, { type: 'platform' })],
  })
  school = await makeOrganisation(app.services.pool)
})

const { courses } = contract
const form = {
  courseName: '倒车入库',
  gearType: 'C1',
  moduleIds: [1],
  minutes: 60,
  price: 9900,
  validDays: 90,
  note: '',
} satisfies InputOf<typeof courses.add>
const key = 'lost-answer-0001'
const add = () => admin.call(courses.add, form, { 'idempotency-key': key })
const settle = () => admin.send(courses.add, {}, { 'idempotency-key': key, 'idempotency-settle': '1' })
const madeCourses = async () =>
  (await query(app.database.ownerUrl, `select id from course where name = '倒车入库'`)).length

test('whoever lost the answer learns that the change was made, and what it answered', async () => {
  const { data } = await add()
  expect(await settle()).toMatchObject({ code: 0, data })
  expect(await madeCourses()).toBe(1)
})

test('a change that did not arrive is not made any more once that was said, however late it comes', async () => {
  expect(await settle()).toMatchObject({ code: errors.changeNotMade.code })
  expect(await add()).toMatchObject({ code: errors.idempotencyKeyReused.code })
  expect(await settle()).toMatchObject({ code: errors.changeNotMade.code })
  expect(await madeCourses()).toBe(0)
})

test('a change under way is waited for', async () => {
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table course in share row exclusive mode')
  const adding = add()
  await expect.poll(() => waiting('course')).toBe(1)
  const settling = settle()
  await expect.poll(() => waiting('transactionid')).toBe(1)
  await holder.query('commit')
  await holder.end()
  expect(await settling).toMatchObject({ code: 0, data: (await adding).data })
})

test('nobody settles the change of somebody else', async () => {
  await add()
  const other = await app.signedIn({ codes: ['app:edit'] })
  const answer = await other.send(courses.add, {}, { 'idempotency-key': key, 'idempotency-settle': '1' })
  expect(answer.code).toBe(errors.changeNotMade.code)
})

test('a change that gave way in a deadlock is made all the same, once', async () => {
  const { courseId } = (await add()).data
  const other = new pg.Client({ connectionString: app.database.ownerUrl })
  await other.connect()
  let made = 0
  let gaveWay = false
  // The database ends the one that it looks at first: the change, unless the machine is slow; then they meet again.
  while (!gaveWay) {
    await other.query('begin')
    await other.query('select from course where id = $1 for update', [courseId])
    // It locks the school, then waits for the course; the other now wants the school, and both would wait for ever.
    const saving = admin.call(courses.saveOfSchool, {
      schoolId: school,
      offers: [{ courseId, price: 100 + made }],
    })
    await expect.poll(() => waiting('transactionid')).toBe(1)
    const locked = other.query('select from organisation where id = $1 for update', [school])
    gaveWay = await locked.then(
      () => true,
      () => false,
    )
    await other.query('rollback')
    expect(await saving).toMatchObject({ code: 0 })
    made += 1
  }
  await other.end()
  const log = `select from operation_log where call = 'courses.saveOfSchool'`
  expect(await query(app.database.ownerUrl, log)).toHaveLength(made)
})

/** How many wait for a lock: on this table, or of this kind. */
async function waiting(what: string): Promise<number> {
  const rows = await query(
    app.database.ownerUrl,
    // A transaction is waited for in no database; who waits is in one.
    `select from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
     where not l.granted and (l.locktype = $1 or l.relation = to_regclass($1))`,
    [what],
  )
  return rows.length
}
