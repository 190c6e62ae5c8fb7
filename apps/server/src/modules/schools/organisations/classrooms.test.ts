import { contract, errors, type InputOf } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'

// Adding, editing, disabling classrooms.

const { organisations } = contract
let app: TestApp
let editor: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  editor = await app.signedIn({ codes: ['organ:school', 'organ:edit'], organs: [school] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
type Form = InputOf<typeof organisations.addClassroom>
const form = (changes: Partial<Form> = {}): Form => ({
  roomName: '一号教室',
  organId: school,
  address: '二楼',
  opensAt: '08:30',
  closesAt: '21:00',
  seats: 12,
  ip: '192.168.1.1',
  ...changes,
})
const one = async () => (await editor.call(organisations.classroomPage, {})).data.dataList[0]

describe('adding', () => {
  test('keeps what the form says', async () => {
    const { code, data } = await editor.call(organisations.addClassroom, form())
    expect(code).toBe(0)
    expect(await one()).toEqual({
      ...form(),
      roomId: data.roomId,
      schoolId: school,
      organName: '甲驾校',
      simulators: 0,
      state: 'enabled',
      version: 1,
    })
  })

  test.each([
    [{ roomName: '' }, '教室名称不能为空'],
    [{ opensAt: '8:30' }, '时间应为 HH:mm，如 08:30'],
    [{ closesAt: '24:00' }, '时间应为 HH:mm，如 08:30'],
    [{ opensAt: '21:00', closesAt: '08:30' }, '关门时间必须晚于开门时间'],
    [{ opensAt: '08:30', closesAt: '08:30' }, '关门时间必须晚于开门时间'],
    [{ seats: 0 }, '座位数不能小于 1'],
    [{ seats: 1001 }, '座位数不能大于 1000'],
    [{ ip: '192.168.1.999' }, '教室网络地址格式不正确，应如 192.168.1.1'],
    [{ organId: undefined }, '所属机构不能为空'],
  ])('refuses %j and writes nothing', async (changes, sentence) => {
    const answer = await editor.send(organisations.addClassroom, { ...form(), ...changes })
    expect(answer).toMatchObject({ code: errors.invalid.code, msg: sentence })
    expect(await rows('select from classroom')).toHaveLength(0)
  })

  test('refuses an organisation of another school, and one that is disabled', async () => {
    expect((await editor.call(organisations.addClassroom, form({ organId: other }))).msg).toBe(
      errors.notFound.sentence('机构'),
    )
    await rows('update organisation set enabled = false where id = $1', [school])
    expect((await editor.call(organisations.addClassroom, form())).msg).toBe(
      errors.organisationDisabled.sentence('甲驾校'),
    )
    expect(await rows('select from classroom')).toHaveLength(0)
  })

  test('twenty at once of one name add one; another organisation may have the name too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => editor.call(organisations.addClassroom, form())),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.nameTaken.code)).toHaveLength(19)
    const admin = await app.signedIn({ codes: ['organ:edit'] })
    expect(await admin.call(organisations.addClassroom, form({ organId: other }))).toMatchObject({ code: 0 })
  })
})

describe('editing', () => {
  const add = async () => (await editor.call(organisations.addClassroom, form())).data.roomId

  test('changes what the form says; the organisation stays', async () => {
    const roomId = await add()
    const changes = {
      roomName: '新名',
      opensAt: '07:00',
      closesAt: '22:00',
      seats: 20,
      ip: '',
      address: '三楼',
    }
    const answer = await editor.send(organisations.modifyClassroom, {
      ...form(changes),
      organId: other,
      roomId,
      version: 1,
    })
    expect(answer).toMatchObject({ code: 0, data: true })
    expect(await one()).toMatchObject({ ...changes, ip: null, organId: school, version: 2 })
  })

  test('twenty edits at once of one version: one is accepted, the others get the row as it is', async () => {
    const roomId = await add()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        editor.call(organisations.modifyClassroom, { ...form({ roomName: `名${i}` }), roomId, version: 1 }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const late = answers.filter(({ code }) => code === errors.staleVersion.code)
    expect(late).toHaveLength(19)
    expect(late[0]?.data).toMatchObject({ roomId, version: 2 })
  })

  test('a name that another classroom there has is refused', async () => {
    const roomId = await add()
    await makeClassroom(app.services.pool, school, '二号教室')
    const answer = await editor.call(organisations.modifyClassroom, {
      ...form({ roomName: '二号教室' }),
      roomId,
    })
    expect(answer).toMatchObject({ code: errors.nameTaken.code })
    expect((await one())?.roomName).toBe('一号教室')
  })
})

describe('disabling', () => {
  test('waits for those who train there', async () => {
    const { pool } = app.services
    const room = await makeClassroom(pool, school, '一号教室')
    const { id } = await makeSimulator(pool, { organ: school, room })
    await setState(pool, id, { online: true, activity: 'training' })
    const disable = () => editor.call(organisations.setClassroomEnabled, { roomId: room, enabled: false })
    expect((await disable()).msg).toBe(errors.trainingThere.sentence('“一号教室”', 1))
    await setState(pool, id, { activity: 'idle' })
    expect(await disable()).toMatchObject({ code: 0, data: true })
    expect((await one())?.state).toBe('disabled')
    expect((await editor.call(organisations.classroomsOfSchool, { schoolId: school })).data).toEqual([])
  })

  test('twenty at once disable once', async () => {
    const roomId = await makeClassroom(app.services.pool, school)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        editor.call(organisations.setClassroomEnabled, { roomId, enabled: false }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.alreadySo.code)).toHaveLength(19)
  })

  test('is not undone in an organisation that is disabled', async () => {
    const roomId = await makeClassroom(app.services.pool, school)
    await rows('update classroom set enabled = false')
    await rows('update organisation set enabled = false where id = $1', [school])
    const answer = await editor.call(organisations.setClassroomEnabled, { roomId, enabled: true })
    expect(answer.msg).toBe(errors.organisationDisabled.sentence('甲驾校'))
  })
})

test('a classroom of another school, or none, does not exist', async () => {
  const foreign = await makeClassroom(app.services.pool, other)
  for (const roomId of [foreign, 999_999]) {
    const answers = await Promise.all([
      editor.call(organisations.modifyClassroom, { ...form(), roomId }),
      editor.call(organisations.setClassroomEnabled, { roomId, enabled: false }),
    ])
    for (const { msg } of answers) expect(msg).toBe(errors.notFound.sentence('教室'))
  }
  expect(await rows('select version, enabled from classroom')).toEqual([{ version: 1, enabled: true }])
})
