import { contract, errors } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'

// The schools with their app, the parameters of their simulators, the default of offline reminders.

const { apps, courses, devices } = contract
let app: TestApp
let admin: Client
let manager: Client
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  admin = await app.signedIn({ codes: ['app:edit'] })
  manager = await app.signedIn({ codes: ['app:edit'], organs: [school] })
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)

test('the schools in the scope with what their app has', async () => {
  const { pool } = app.services
  const point = await makeOrganisation(pool, { type: 'servicePoint', parent: school })
  await makeSimulator(pool, { organ: point, room: await makeClassroom(pool, point) })
  await makeStudent(pool, school)
  const add = async (courseName: string) =>
    (
      await admin.call(courses.add, {
        courseName,
        gearType: 'C1',
        moduleIds: [1],
        minutes: 60,
        price: 1,
        validDays: 1,
      })
    ).data.courseId
  const offers = [await add('一'), await add('二')].map(courseId => ({ courseId, price: null }))
  await admin.call(courses.saveOfSchool, { schoolId: school, offers })
  await admin.call(courses.setEnabled, { courseId: offers[0]?.courseId ?? 0, enabled: false })
  await admin.call(apps.saveMenu, { menuName: '训练', allSchoolFlag: true })
  await admin.call(apps.saveMenu, { menuName: '班车', menuBelongSchool: school })
  const banner = { title: '图', imageUrl: '/banners/a.svg', begin: '2026-01-01' }
  await admin.call(apps.saveBanner, { ...banner, schoolIds: [school], end: '2099-01-01' })
  await admin.call(apps.saveBanner, { ...banner, schoolIds: [school], end: '2026-01-01' })
  await admin.call(apps.saveBanner, { ...banner, schoolIds: [other], end: '2099-01-01' })

  const mine = {
    schoolId: school,
    schoolName: '甲驾校',
    courses: 1,
    menus: 2,
    banners: 1,
    simulators: 1,
    students: 1,
  }
  expect((await manager.call(apps.list, {})).data).toMatchObject({ totalDataNum: 1, dataList: [mine] })
  const all = await admin.call(apps.list, {})
  expect(all.data.dataList).toMatchObject([
    mine,
    { schoolId: other, courses: 0, menus: 1, banners: 1, students: 0 },
  ])
  expect((await admin.call(apps.list, { paramValue: '乙' })).data.totalDataNum).toBe(1)
  expect(await csvOf(manager, apps.export)).toEqual([
    '驾校,在售课程,菜单,展示中的轮播图,设备,学员',
    '甲驾校,1,2,1,1,1',
  ])
})

describe("the parameters of a school's simulators", () => {
  const config = { lessonMinutes: 45, volume: 50, passScore: 90, voiceGuide: false }

  test('begin with defaults and are what was saved last', async () => {
    const read = async () => (await manager.call(apps.deviceConfig, { schoolId: school })).data
    const defaults = await read()
    expect(defaults).toEqual({ lessonMinutes: 60, volume: 70, passScore: 80, voiceGuide: true, version: 1 })
    const save = (version: number, volume = 50) =>
      manager.call(apps.saveDeviceConfig, { ...config, volume, schoolId: school, version })
    expect(await save(1)).toMatchObject({ code: 0, data: true })
    expect(await read()).toEqual({ ...config, version: 2 })
    expect(await save(1)).toMatchObject({ code: errors.staleVersion.code, data: { ...config, version: 2 } })
    expect(await save(2, 0)).toMatchObject({ code: 0 })
    expect(await read()).toEqual({ ...config, volume: 0, version: 3 })
  })

  test('twenty first saves at once: one is accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, volume) =>
        manager.call(apps.saveDeviceConfig, { ...config, volume, schoolId: school, version: 1 }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === errors.staleVersion.code)).toHaveLength(19)
  })

  test.each([
    [{ lessonMinutes: 4 }, '单次训练时长不能小于 5'],
    [{ volume: 101 }, '音量不能大于 100'],
    [{ passScore: 60.5 }, '及格分数格式不正确，请检查后重试'],
    [{ voiceGuide: 'yes' }, '语音引导格式不正确，请检查后重试'],
  ])('refuse %j', async (changes, sentence) => {
    const answer = await manager.send(apps.saveDeviceConfig, { ...config, schoolId: school, ...changes })
    expect(answer).toMatchObject({ code: errors.invalid.code, msg: sentence })
    expect(await rows('select from app_device_config')).toHaveLength(0)
  })

  test('are of a school in the scope', async () => {
    const point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: school })
    for (const schoolId of [other, point, 999_999]) {
      const answers = await Promise.all([
        manager.call(apps.deviceConfig, { schoolId }),
        manager.call(apps.saveDeviceConfig, { ...config, schoolId }),
      ])
      for (const { msg } of answers) expect(msg).toBe(errors.notFound.sentence('驾校'))
    }
  })
})

describe('the default of offline reminders', () => {
  const form = { createLimit: 15, ableTimeBegin: '22:00', ableTimeEnd: '06:00', effectiveTime: 2 }
  const before = { createLimit: 30, ableTimeBegin: '08:00', ableTimeEnd: '20:00', effectiveTime: 1 }
  // The row is a migration's, and outlives a test.
  beforeEach(async () => {
    await rows(`update offline_reminder_default
      set create_limit = 30, able_time_begin = '08:00', able_time_end = '20:00', effective_time = 1`)
  })

  test('is set by those who manage the platform, and may cross midnight', async () => {
    expect(await admin.call(apps.saveOfflineDefaults, form)).toMatchObject({ code: 0, data: true })
    expect((await manager.call(devices.offlineDefaults)).data).toMatchObject(form)
    expect(await rows(`select before ->> 'create_limit' as before from operation_log_change`)).toEqual([
      { before: '30' },
    ])
  })

  test.each([
    [{ createLimit: 1440 }, '通知时间不能大于 1439'],
    [{ effectiveTime: 0 }, '通知间隔（天）不能小于 1'],
    [{ ableTimeBegin: '8:00' }, '时间应为 HH:mm，如 08:30'],
  ])('refuses %j', async (changes, sentence) => {
    const answer = await admin.send(apps.saveOfflineDefaults, { ...form, ...changes })
    expect(answer).toMatchObject({ code: errors.invalid.code, msg: sentence })
    expect((await manager.call(devices.offlineDefaults)).data).toMatchObject(before)
  })

  test('saved in two windows: the second is told, and sees what the first saved', async () => {
    const { data: read } = await admin.call(devices.offlineDefaults)
    const save = (createLimit: number) =>
      admin.call(apps.saveOfflineDefaults, { ...form, createLimit, version: read.version })
    expect(await save(15)).toMatchObject({ code: 0 })
    const now = { ...form, createLimit: 15, version: read.version + 1 }
    expect(await save(60)).toMatchObject({ code: errors.staleVersion.code, data: now })
    expect((await admin.call(devices.offlineDefaults)).data).toEqual(now)
  })

  test('is not set by a school', async () => {
    expect((await manager.call(apps.saveOfflineDefaults, form)).code).toBe(errors.platformOnly.code)
    expect((await manager.call(devices.offlineDefaults)).data).toMatchObject(before)
  })
})

test('without the code nothing is changed, without signing in nothing is seen', async () => {
  const reader = await app.signedIn({ codes: ['device'], organs: [school] })
  for (const endpoint of Object.values(apps)) {
    expect((await app.send(endpoint, {})).code).toBe(errors.badToken.code)
    if (endpoint.access !== 'signedIn')
      expect((await reader.send(endpoint, {})).code).toBe(errors.forbidden.code)
  }
})
