import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const call = contract.enrolment
let app: TestApp
let admin: Client
let school: number
let other: number
let room: number
let otherRoom: number

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  other = await makeOrganisation(pool, { name: '乙驾校' })
  room = await makeClassroom(pool, school, '一号教室')
  otherRoom = await makeClassroom(pool, other)
  admin = await app.signedIn({ codes: ['enroll:edit'] })
})

const config = {
  title: 'C1 普通班',
  gearType: 'C1',
  classType: 'standard',
  price: 298_000,
  originalPrice: 358_000,
  contents: '含 20 小时模拟器训练',
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
} as const
const coach = { name: '李师傅', phone: '13800000001', gearTypes: ['C1' as const], years: 12 }
const addConfig = async (schoolId = school, title: string = config.title) =>
  (await admin.call(call.addConfig, { ...config, schoolId, title })).data.id
const addCoach = async (schoolId = school, phone = coach.phone) =>
  (await admin.call(call.addCoach, { ...coach, schoolId, phone })).data.id
const apply = async (
  configId: number,
  name = '王芳',
  phone = '13900000001',
  coachId: number | null = null,
) => {
  const { rows } = await app.services.pool.query<{ id: number }>(
    'insert into applicant (config_id, name, phone, coach_id) values ($1, $2, $3, $4) returning id',
    [configId, name, phone, coachId],
  )
  return rows[0]?.id ?? 0
}
const students = () =>
  query(
    app.database.ownerUrl,
    'select s.name, s.school_id::int as school, (select count(*)::int from enrolment e where e.student_id = s.id) as enrolments from student s order by s.id',
  )

test('this back end answers err_code and err_msg', async () => {
  expect(JSON.parse((await admin.call(call.configs, {})).body)).toMatchObject({ err_code: 0, err_msg: '' })
  expect(JSON.parse((await admin.call(call.removeConfig, { id: 9 })).body)).toMatchObject({
    err_code: errors.notFound.code,
    err_msg: expect.stringContaining('招生配置'),
  })
})

test('a configuration is added, found, edited with its version, and deleted', async () => {
  const id = await addConfig()
  const { data } = await admin.call(call.configs, { paramValue: '普通', schoolId: school, state: 'enabled' })
  expect(data).toMatchObject({
    totalDataNum: 1,
    dataList: [
      {
        ...config,
        id,
        schoolName: '甲驾校',
        state: 'enabled',
        coachIds: [],
        simulatorIds: [],
        applicants: 0,
      },
    ],
  })
  const edit = { ...config, id, version: 1, title: 'C1 速成班', state: 'disabled' as const }
  expect(await admin.call(call.modifyConfig, edit)).toMatchObject({ code: 0 })
  expect(await admin.call(call.modifyConfig, edit)).toMatchObject({
    code: errors.staleVersion.code,
    data: { title: 'C1 速成班', version: 2 },
  })
  expect((await admin.call(call.configs, { state: 'enabled' })).data.totalDataNum).toBe(0)
  expect(await admin.call(call.removeConfig, { id })).toMatchObject({ code: 0 })
  expect((await admin.call(call.configs, {})).data.totalDataNum).toBe(0)
})

test.each([
  [{ validUntil: '2025-12-31' }, '有效期的结束日期不能早于开始日期'],
  [{ price: -1 }, '价格不能小于 0'],
  [{ title: '' }, '标题不能为空'],
  [{ classType: 'slow' }, '班型只能是'],
])('configuration with %j is refused with a sentence', async (wrong, sentence) => {
  expect(await admin.send(call.addConfig, { ...config, schoolId: school, ...wrong })).toMatchObject({
    code: errors.invalid.code,
    msg: expect.stringContaining(sentence),
  })
})

test('the same form twenty times is one configuration, one coach', async () => {
  const twenty = Array.from({ length: 20 })
  const configs = await Promise.all(
    twenty.map(() => admin.call(call.addConfig, { ...config, schoolId: school })),
  )
  expect(configs.filter(({ code }) => code === 0)).toHaveLength(1)
  const coaches = await Promise.all(
    twenty.map(() => admin.call(call.addCoach, { ...coach, schoolId: school })),
  )
  expect(coaches.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(coaches.find(({ code }) => code !== 0)?.code).toBe(errors.coachPhoneTaken.code)
})

test.each([
  [{ name: undefined }, '姓名不能为空'],
  [{ phone: undefined }, '手机号不能为空'],
  [{ phone: '12345' }, '手机号格式不正确'],
  [{ gearTypes: [] }, '请至少选择一种准教车型'],
  [{ photo: 'https://example.com/a.png' }, '请重新上传图片'],
])('coach with %j is refused with a sentence', async (wrong, sentence) => {
  expect(await admin.send(call.addCoach, { ...coach, schoolId: school, ...wrong })).toMatchObject({
    code: errors.invalid.code,
    msg: sentence,
  })
})

test('a coach teaches in a classroom of the own school, and is deleted when nothing hangs on them', async () => {
  expect(await admin.call(call.addCoach, { ...coach, schoolId: school, roomId: otherRoom })).toMatchObject({
    code: errors.roomOfAnotherSchool.code,
  })
  const { id } = (await admin.call(call.addCoach, { ...coach, schoolId: school, roomId: room })).data
  expect((await admin.call(call.coaches, { paramValue: '李' })).data.dataList).toMatchObject([
    { id, name: '李师傅', roomName: '一号教室', gearTypes: ['C1'], state: 'employed', version: 1 },
  ])
  const configId = await addConfig()
  await admin.call(call.bindConfig, { configId, coachIds: [id] })
  expect(await admin.call(call.removeCoach, { id })).toMatchObject({
    code: errors.coachStillUsed.code,
    msg: expect.stringContaining('1 个招生配置'),
  })
  await admin.call(call.bindConfig, { configId })
  const left = { ...coach, id, version: 1, state: 'left' as const }
  expect(await admin.call(call.modifyCoach, left)).toMatchObject({ code: 0 })
  expect(await admin.call(call.modifyCoach, left)).toMatchObject({ code: errors.staleVersion.code })
  expect((await admin.call(call.coachesForAll, {})).data).toEqual([])
  expect(await admin.call(call.removeCoach, { id })).toMatchObject({ code: 0 })
})

test('coaches and simulators of the school are bound, one named twice once; those of another are refused', async () => {
  const { pool } = app.services
  const own = await makeSimulator(pool, { organ: school, room })
  const foreign = await makeSimulator(pool, { organ: other, room: otherRoom })
  const configId = await addConfig()
  const mine = await addCoach()
  const theirs = await addCoach(other)
  const bound = { configId, coachIds: [mine, mine], simulatorIds: [own.id, own.id] }
  expect(await admin.call(call.bindConfig, bound)).toMatchObject({ code: 0 })
  expect(await admin.call(call.bindConfig, { configId, coachIds: [mine, theirs] })).toMatchObject({
    code: errors.coachOfAnotherSchool.code,
  })
  expect(await admin.call(call.bindConfig, { configId, simulatorIds: [foreign.id] })).toMatchObject({
    code: errors.simulatorOfAnotherSchool.code,
  })
  expect((await admin.call(call.configs, {})).data.dataList).toMatchObject([
    { coachIds: [mine], simulatorIds: [own.id] },
  ])
  const { data } = await admin.call(call.simulatorsForAll, { schoolId: school })
  expect(data).toMatchObject([
    {
      simulatorId: own.id,
      schoolId: school,
      classroomName: expect.any(String),
      configs: [{ id: configId, title: config.title, coaches: ['李师傅'] }],
    },
  ])
  // A simulator that moves to another school serves the old one's configuration no more.
  await pool.query('update simulator set organ_id = $2, room_id = $3 where id = $1', [
    own.id,
    other,
    otherRoom,
  ])
  expect((await admin.call(call.configs, {})).data.dataList).toMatchObject([{ simulatorIds: [] }])
})

test('confirming makes the student and the enrolment once, however often and fast it is clicked', async () => {
  const id = await apply(await addConfig())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(call.confirm, { id, accept: true })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({
    code: errors.applicationNot.code,
    msg: expect.stringContaining('已确认'),
  })
  expect(await students()).toEqual([{ name: '王芳', school, enrolments: 1 }])
  expect((await admin.call(call.applicants, { state: 'confirmed' })).data.dataList).toMatchObject([
    { id, name: '王芳', configTitle: 'C1 普通班', userId: expect.any(Number) },
  ])
})

test('refusing needs a reason, and is final', async () => {
  const id = await apply(await addConfig())
  expect(await admin.call(call.confirm, { id, accept: false })).toMatchObject({
    code: errors.invalid.code,
    msg: '请填写拒绝的原因',
  })
  expect(await admin.call(call.confirm, { id, accept: false, reason: '年龄不足 18 岁' })).toMatchObject({
    code: 0,
  })
  expect(await admin.call(call.confirm, { id, accept: true })).toMatchObject({
    code: errors.applicationNot.code,
  })
  expect((await admin.call(call.applicants, {})).data.dataList).toMatchObject([
    { state: 'refused', reason: '年龄不足 18 岁', userId: null },
  ])
  expect(await students()).toEqual([])
})

test('who applied and does not want any more is cancelled, and that is final', async () => {
  const id = await apply(await addConfig())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(call.cancel, { id, reason: '本人放弃' })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  for (const again of [
    await admin.call(call.cancel, { id }),
    await admin.call(call.confirm, { id, accept: true }),
    await admin.call(call.confirm, { id, accept: false, reason: '名额已满' }),
  ]) {
    expect(again).toMatchObject({
      code: errors.applicationNot.code,
      msg: errors.applicationNot.sentence('已取消'),
    })
  }
  expect((await admin.call(call.applicants, { state: 'cancelled' })).data.dataList).toMatchObject([
    { id, reason: '本人放弃', userId: null },
  ])
  expect(await students()).toEqual([])
})

test('who studies there already is not made twice: another licence type is another enrolment, the same is refused', async () => {
  const first = await addConfig()
  const second = (
    await admin.call(call.addConfig, { ...config, schoolId: school, title: 'C2 普通班', gearType: 'C2' })
  ).data.id
  for (const configId of [first, second]) {
    expect(await admin.call(call.confirm, { id: await apply(configId), accept: true })).toMatchObject({
      code: 0,
    })
  }
  expect(await students()).toEqual([{ name: '王芳', school, enrolments: 2 }])
  expect(await admin.call(call.confirm, { id: await apply(second), accept: true })).toMatchObject({
    code: errors.applicantStudies.code,
  })
})

test('what somebody applied for is not deleted', async () => {
  const id = await addConfig()
  await apply(id)
  expect(await admin.call(call.removeConfig, { id })).toMatchObject({
    code: errors.stillUsed.code,
    msg: expect.stringContaining('1 个报名'),
  })
})

test('another school’s things do not exist', async () => {
  const configId = await addConfig()
  const coachId = await addCoach()
  const id = await apply(configId)
  const stranger = await app.signedIn({ codes: ['enroll:edit'], organs: [other] })
  const gone = { code: errors.notFound.code }
  expect((await stranger.call(call.configs, {})).data.totalDataNum).toBe(0)
  expect((await stranger.call(call.coaches, { schoolId: school })).data.totalDataNum).toBe(0)
  expect((await stranger.call(call.applicants, {})).data.totalDataNum).toBe(0)
  expect((await stranger.call(call.coachesForAll, { schoolId: school })).data).toEqual([])
  expect((await stranger.call(call.simulatorsForAll, { schoolId: school })).data).toEqual([])
  expect(await stranger.call(call.addConfig, { ...config, schoolId: school })).toMatchObject(gone)
  expect(await stranger.call(call.modifyConfig, { ...config, id: configId })).toMatchObject(gone)
  expect(await stranger.call(call.removeConfig, { id: configId })).toMatchObject(gone)
  expect(await stranger.call(call.bindConfig, { configId })).toMatchObject(gone)
  expect(await stranger.call(call.addCoach, { ...coach, schoolId: school })).toMatchObject(gone)
  expect(await stranger.call(call.modifyCoach, { ...coach, id: coachId })).toMatchObject(gone)
  expect(await stranger.call(call.removeCoach, { id: coachId })).toMatchObject(gone)
  expect(await stranger.call(call.confirm, { id, accept: true })).toMatchObject(gone)
  expect(await stranger.call(call.cancel, { id })).toMatchObject(gone)
})

test('changes need enroll:edit, everything needs a session', async () => {
  const reader = await app.signedIn({})
  for (const endpoint of Object.values(call)) {
    expect((await app.send(endpoint, {})).code).toBe(-80230)
    if ('change' in endpoint) expect((await reader.send(endpoint, {})).code).toBe(errors.forbidden.code)
    // A file has no code.
    else expect((await reader.send(endpoint, {})).code).not.toBeLessThan(0)
  }
})
