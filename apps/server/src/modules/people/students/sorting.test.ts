import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { makeSessions } from '../../../../test/facts.ts'
import { patience } from '../../../../test/pace.ts'
import { tableUse } from '../../../../test/tableUse.ts'
import { makeLearner, makeOnline } from '../../../../test/till.ts'

const { list } = contract.students
let app: TestApp
let admin: Client
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  admin = await app.signedIn({})
})

type Asked = Parameters<typeof asked>[0]
const asked = async (input: {
  sortField?: 'balance' | 'remainingMinutes' | 'lastTrainedOn'
  sortOrder?: 'ascend' | 'descend'
  paramValue?: string
  schoolId?: number
  page?: number
  pageSize?: number
}) => (await admin.call(list, input)).data
const names = async (input: Asked) => (await asked(input)).dataList.map(({ userName }) => userName)

test('a row says what a student has, has left and did last, and the list is in the order of either', async () => {
  const { pool } = app.services
  const [rich, middle, poor] = [
    await makeLearner(app, school, '学员甲'),
    await makeLearner(app, school, '学员乙'),
    await makeLearner(app, school, '学员丙'),
  ]
  await makeOnline(app, rich, 30_000)
  await makeOnline(app, middle, 10_000)
  await pool.query('update enrolment set remaining_minutes = 90 where student_id = $1', [poor])
  const room = await makeClassroom(pool, school)
  const { id: simulator } = await makeSimulator(pool, { organ: school, room })
  const session = { simulator, organ: school, room }
  await makeSessions(pool, [
    { ...session, student: middle, at: '2026-10-05T09:30:00+08:00' },
    { ...session, student: poor, at: '2026-10-07T00:30:00+08:00' },
    { ...session, student: poor, at: '2026-10-06T09:30:00+08:00' },
  ])
  expect((await asked({})).dataList).toMatchObject([
    { userName: '学员丙', balance: 0, remainingMinutes: 90, lastTrainedOn: '2026-10-07' },
    { userName: '学员乙', balance: 10_000, remainingMinutes: 0, lastTrainedOn: '2026-10-05' },
    { userName: '学员甲', balance: 30_000, remainingMinutes: 0, lastTrainedOn: null },
  ])
  const descend = { sortOrder: 'descend' } as const
  expect(await names({ sortField: 'balance', ...descend })).toEqual(['学员甲', '学员乙', '学员丙'])
  expect(await names({ sortField: 'balance' })).toEqual(['学员丙', '学员乙', '学员甲'])
  expect(await names({ sortField: 'balance', ...descend, page: 1, pageSize: 2 })).toEqual(['学员丙'])
  expect(await names({ sortField: 'remainingMinutes', ...descend })).toEqual(['学员丙', '学员乙', '学员甲'])
  // Who never trained comes last, either way round.
  expect(await names({ sortField: 'lastTrainedOn', ...descend })).toEqual(['学员丙', '学员乙', '学员甲'])
  expect(await names({ sortField: 'lastTrainedOn' })).toEqual(['学员乙', '学员丙', '学员甲'])
  expect(await names({ sortField: 'lastTrainedOn', paramValue: '学员' })).toEqual([
    '学员乙',
    '学员丙',
    '学员甲',
  ])
})

test('a session that its end gives to another student is no longer the last of the first', async () => {
  const { pool } = app.services
  const [one, other] = [await makeStudent(pool, school, '学员甲'), await makeStudent(pool, school, '学员乙')]
  const room = await makeClassroom(pool, school)
  const { id: simulator } = await makeSimulator(pool, { organ: school, room })
  const session = { simulator, organ: school, room }
  const [, second] = await makeSessions(pool, [
    { ...session, student: one, at: '2026-10-05T09:30:00+08:00' },
    { ...session, student: one, at: '2026-10-06T09:30:00+08:00' },
  ])
  await pool.query('update training_session_key set student_id = $2 where record_id = $1', [second, other])
  expect((await asked({})).dataList).toMatchObject([
    { userName: '学员乙', lastTrainedOn: '2026-10-06' },
    { userName: '学员甲', lastTrainedOn: '2026-10-05' },
  ])
})

test('minutes count at the school where they can be used', async () => {
  const { pool } = app.services
  const student = await makeLearner(app, school)
  await pool.query('update enrolment set remaining_minutes = 90 where student_id = $1', [student])
  const other = await makeOrganisation(pool)
  await pool.query(
    `insert into enrolment (student_id, school_id, gear_type, state, ended_at) values ($1, $2, 'C1', 'left', now())`,
    [student, other],
  )
  await pool.query('update student set school_id = $2 where id = $1', [student, other])
  expect((await asked({})).dataList).toMatchObject([{ remainingMinutes: 0 }])
})

test('a page in another order reads as far as the page, and is the one that belongs there, of all schools and of one', {
  timeout: patience(60_000),
}, async () => {
  const { pool } = app.services
  const small = await makeOrganisation(pool)
  const others = await Promise.all(Array.from({ length: 9 }, () => makeOrganisation(pool)))
  await query(
    app.database.ownerUrl,
    `insert into student (id, name, phone, school_id, gear_type)
     select i, '学员' || i, (13000000000 + i)::text, coalesce((array[${[small, ...others]}])[1 + i % 100], ${school}), 'C1'
     from generate_series(1, 20000) i;
     set session_replication_role = replica;
     update purse set cash = student_id * 7919 % 20011;
     update student_minutes set minutes = student_id * 7919 % 20011;
     update student_trained set last_at = timestamptz '2026-10-01' + student_id * 7919 % 20011 * interval '1 minute'
       where student_id % 3 = 0;
     reset session_replication_role;
     analyze student, purse, student_minutes, student_trained`,
  )
  const tables = ['student', 'purse', 'student_minutes', 'student_trained']
  const before = await tableUse(app, ...tables)
  for (const sorting of sortings) {
    for (const schoolId of [undefined, school, small]) {
      const filter = schoolId === undefined ? {} : { schoolId }
      expect((await asked({ ...filter, ...sorting, pageSize: 20 })).dataList).toHaveLength(20)
    }
  }
  const after = await tableUse(app, ...tables)
  expect(after.oneByOne - before.oneByOne).toBe(0)
  // Of the small one its two hundred are looked up each time.
  expect(after.found - before.found).toBeLessThan(30_000)

  for (const sorting of sortings) {
    for (const schoolId of [undefined, school, small]) {
      const order = await inOrder(sorting, schoolId)
      const last = Math.ceil(order.length / 50) - 1
      for (const page of [0, Math.floor(last / 4), Math.ceil(last / 2), last - 1, last]) {
        const filter = schoolId === undefined ? {} : { schoolId }
        const { dataList } = await asked({ ...filter, ...sorting, page, pageSize: 50 })
        expect(dataList.map(({ userId }) => userId)).toEqual(order.slice(page * 50, page * 50 + 50))
      }
    }
  }
})

const sortings = (['balance', 'remainingMinutes', 'lastTrainedOn'] as const).flatMap(sortField =>
  (['ascend', 'descend'] as const).map(sortOrder => ({ sortField, sortOrder })),
)

/** All students of a school or of everyone, put in order by what stands beside each. */
async function inOrder({ sortField, sortOrder }: (typeof sortings)[number], schoolId = 0) {
  const by = {
    balance: 'p.cash + p.bonus',
    remainingMinutes: 'm.minutes',
    lastTrainedOn: 't.last_at',
  }[sortField]
  const direction = sortOrder === 'ascend' ? 'asc' : 'desc'
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select s.id::int as id from student s join purse p on p.student_id = s.id
     join student_minutes m on m.student_id = s.id and m.school_id = s.school_id
     join student_trained t on t.student_id = s.id
     where ${schoolId} in (0, s.school_id) order by ${by} ${direction} nulls last, s.id ${direction}`,
  )
  return rows.map(({ id }) => id)
}
