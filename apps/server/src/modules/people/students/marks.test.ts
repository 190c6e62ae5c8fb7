import { contract, errors, studentBulk } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { makeLearner } from '../../../../test/till.ts'

const { students, enrolment, jobs } = contract
let app: TestApp
let clerk: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  clerk = await app.signedIn({ codes: ['student:edit', 'enroll:edit'] })
})

async function makeCoach(at: number, name: string, phone = '13700000001'): Promise<number> {
  const coach = { schoolId: at, name, phone, gearTypes: ['C1' as const], years: 5 }
  return (await clerk.call(enrolment.addCoach, coach)).data.id
}
const baseOf = async (userId: number) => {
  const { base } = (await clerk.call(students.info, { userId })).data
  if (base === undefined) throw new Error('no student')
  return base
}
const listed = async (input: { tag?: string; coachId?: number; sortField?: 'balance' }) =>
  (await clerk.call(students.list, input)).data.dataList.map(({ userName }) => userName)
const edited = async (userId: number, change: { tags?: string[]; coachId?: number | null }) => {
  const { userName, version } = await baseOf(userId)
  return clerk.call(students.modify, { userId, userName, gearType: 'C1', version, ...change })
}

test('tags and coach are saved, found again, and kept by a form that does not know them', async () => {
  const coachId = await makeCoach(school, '陈教练')
  const [one, two] = [await makeLearner(app, school, '学员甲'), await makeLearner(app, school, '学员乙')]
  expect((await edited(one, { tags: ['周末', 'VIP', '周末'], coachId })).msg).toBe('')
  expect((await edited(two, { tags: ['周末'] })).msg).toBe('')
  expect((await edited(one, {})).msg).toBe('')
  expect(await baseOf(one)).toMatchObject({ tags: ['周末', 'VIP'], coachId, coachName: '陈教练' })
  expect(await listed({ tag: '周末' })).toEqual(['学员乙', '学员甲'])
  expect(await listed({ tag: 'VIP', sortField: 'balance' })).toEqual(['学员甲'])
  expect(await listed({ coachId })).toEqual(['学员甲'])
  expect((await clerk.call(students.tags, { schoolId: school })).data).toEqual([
    { tag: '周末', students: 2 },
    { tag: 'VIP', students: 1 },
  ])
  expect((await clerk.call(students.tags, { schoolId: other })).data).toEqual([])
  const { body } = await clerk.call(students.export, { tag: 'VIP' })
  expect(body).toContain('周末、VIP')
  expect((await clerk.call(enrolment.removeCoach, { id: coachId })).msg).toContain('1 名学员')
})

test('a coach of another school is refused; one who left stays until another is chosen', async () => {
  const student = await makeLearner(app, school, '学员甲')
  const stranger = await makeCoach(other, '外校教练')
  expect(await edited(student, { coachId: stranger })).toMatchObject({ code: errors.coachOfAnother.code })
  const coachId = await makeCoach(school, '陈教练')
  await edited(student, { coachId })
  await app.services.pool.query(`update coach set state = 'left' where id = $1`, [coachId])
  expect((await edited(student, { coachId, tags: ['VIP'] })).msg).toBe('')
  expect((await edited(student, { coachId: null })).msg).toBe('')
  expect(await edited(student, { coachId })).toMatchObject({ code: errors.coachOfAnother.code })
})

test.each([['一'.repeat(21)], ['甲,乙'], ['甲、乙'], ['']])('%j is no tag', async tag => {
  const student = await makeLearner(app, school)
  expect((await edited(student, { tags: [tag] })).code).toBeLessThan(0)
  const many = Array.from({ length: 11 }, (_, n) => `标签${n}`)
  expect((await edited(student, { tags: many })).msg).toContain('最多 10 个标签')
})

test('a note says who wrote it and when, and is not written over unseen', async () => {
  const userId = await makeLearner(app, school)
  const { version } = await baseOf(userId)
  expect((await clerk.call(students.note, { userId, version, note: '只能周末来\n电话联系' })).msg).toBe('')
  expect((await baseOf(userId)).note).toEqual({
    text: '只能周末来\n电话联系',
    by: expect.any(String),
    at: expect.any(String),
  })
  expect((await clerk.call(students.note, { userId, version, note: '别的' })).code).toBe(
    errors.staleVersion.code,
  )
  const now = await baseOf(userId)
  expect((await clerk.call(students.note, { userId, version: now.version, note: '' })).msg).toBe('')
  expect((await baseOf(userId)).note).toBeNull()
})

test('the tags of one are changed alone, not over what somebody changed meanwhile, and put back the same way', async () => {
  const userId = await makeLearner(app, school, '学员甲')
  await edited(userId, { tags: ['周末', 'VIP'] })
  const { version } = await baseOf(userId)
  expect((await clerk.call(students.tag, { userId, version, tags: ['补考', '补考'] })).msg).toBe('')
  expect(await baseOf(userId)).toMatchObject({ tags: ['补考'], version: version + 1 })
  const back = { userId, version: version + 1, tags: ['周末', 'VIP'] }
  expect((await clerk.call(students.tag, back)).msg).toBe('')
  expect((await baseOf(userId)).tags).toEqual(['周末', 'VIP'])
  expect(await clerk.send(students.tag, back)).toMatchObject({ code: errors.staleVersion.code })
  const acts = await query(
    app.database.ownerUrl,
    `select label from operation_log where call = 'students.tag'`,
  )
  expect(acts).toEqual([{ label: students.tag.change }, { label: students.tag.change }])
})

async function done(jobId: number) {
  await until('the job ended', async () => {
    const { data } = await clerk.call(jobs.list, { jobId })
    return data.dataList[0]?.state === 'finished'
  })
  return (await clerk.call(jobs.rows, { jobId })).data.dataList.map(({ name, state, reason }) => [
    name,
    state,
    reason,
  ])
}

test('many are tagged, given a coach and sent to another school, each with its result', async () => {
  const coachId = await makeCoach(school, '陈教练')
  const ids = [
    await makeLearner(app, school, '学员甲'),
    await makeLearner(app, other, '学员乙'),
    await makeLearner(app, school, '学员丙'),
  ]
  await query(app.database.ownerUrl, `update student set phone = '1380000' || lpad(id::text, 4, '0')`)
  const start = async (kind: string, selection: object, input: object) => {
    const answer = await clerk.call(jobs.start, { kind, selection, input } as never)
    expect(answer.msg).toBe('')
    return done(answer.data.jobId)
  }
  const tagged = await start(
    studentBulk.tag.kind,
    { filter: { schoolId: school }, expected: 2 },
    { act: 'add', tag: '周末' },
  )
  expect(tagged).toEqual([
    ['学员甲', 'done', null],
    ['学员丙', 'done', null],
  ])
  expect(await listed({ tag: '周末' })).toEqual(['学员丙', '学员甲'])
  expect(await start(studentBulk.coach.kind, { ids }, { coachId })).toEqual([
    ['学员甲', 'done', null],
    ['学员乙', 'failed', errors.coachOfAnother.sentence()],
    ['学员丙', 'done', null],
  ])
  await start(studentBulk.tag.kind, { ids: ids.slice(0, 1) }, { act: 'remove', tag: '周末' })
  expect(await listed({ tag: '周末' })).toEqual(['学员丙'])
  expect(await start(studentBulk.transfer.kind, { ids }, { schoolId: other })).toEqual([
    ['学员甲', 'done', null],
    ['学员乙', 'failed', errors.transferTarget.sentence()],
    ['学员丙', 'done', null],
  ])
  // What the one school says of them does not go along.
  expect(await baseOf(ids[2] ?? 0)).toMatchObject({ schoolId: other, tags: [], coachId: null, note: null })
})

test('an import names tags and coach; a coach whom the school has not is told with the row', async () => {
  const coachId = await makeCoach(school, '陈教练')
  const person = (userName: string, more: object) => ({
    userName,
    userPhone: '13800000001',
    gearType: 'C1',
    ...more,
  })
  const rows = [
    person('学员甲', { tags: ['周末', 'VIP'], coachName: '陈教练' }),
    person('学员乙', { coachName: '张教练' }),
    person('学员丙', {}),
  ]
  const { data } = await clerk.call(students.import, { schoolId: school, students: rows, mode: 'valid' })
  expect(data).toEqual({ accepted: 2, refused: [{ row: 2, reasons: ['本驾校没有在职的教练“张教练”'] }] })
  expect(await listed({ coachId })).toEqual(['学员甲'])
  expect(await listed({ tag: 'VIP' })).toEqual(['学员甲'])
})
