import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

const { opsSettings } = contract

let app: TestApp
let keeper: Awaited<ReturnType<TestApp['signedIn']>>
beforeEachTest(async given => {
  app = given
  keeper = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
})

test('a code belongs to one fault type; what is built in stays in use; names are taken once', async () => {
  const { data: kind } = await keeper.call(opsSettings.saveComponent, { name: '踏板', sort: 10 })
  const type = { componentKindId: kind.id, severity: 'critical', repairHours: 8 } as const
  const { data: first } = await keeper.call(opsSettings.saveFaultType, {
    ...type,
    name: '无信号',
    codes: ['e202'],
  })
  expect(
    await keeper.call(opsSettings.saveFaultType, { ...type, name: '回位不良', codes: ['E202', 'E203'] }),
  ).toMatchObject({ msg: '该故障代码已属于“无信号”' })
  expect(await keeper.call(opsSettings.saveFaultType, { ...type, name: '无信号' })).toMatchObject({
    code: errors.dictionaryTaken.code,
  })
  const { data } = await keeper.call(opsSettings.faultTypes, { paramValue: 'E20' })
  expect(data.dataList).toMatchObject([{ id: first.id, codes: ['E202'], componentName: '踏板' }])
  await keeper.call(opsSettings.setFaultTypeEnabled, { id: first.id, enabled: false })
  const { data: choices } = await keeper.call(opsSettings.choices)
  expect(choices.components.find(({ value }) => value === kind.id)?.faultTypes).toEqual([])
  const marked = choices.components.flatMap(({ faultTypes }) =>
    faultTypes.filter(({ unclassified }) => unclassified),
  )
  expect(marked.map(({ label }) => label)).toEqual(['未分类'])
  const { data: all } = await keeper.call(opsSettings.components, {})
  const builtIn = all.dataList.find(row => row.builtIn)?.id ?? 0
  expect(await keeper.call(opsSettings.setComponentEnabled, { id: builtIn, enabled: false })).toMatchObject({
    code: errors.dictionaryBuiltIn.code,
  })
})

test('a list has the order that people gave it; its file that of the ids, with codes as devices report them', async () => {
  const { data: kind } = await keeper.call(opsSettings.saveComponent, { name: '踏板', sort: 10 })
  const type = { componentKindId: kind.id, severity: 'critical', repairHours: 8 } as const
  await keeper.call(opsSettings.saveFaultType, { ...type, name: '无信号', codes: ['E203', 'E202'] })
  await keeper.call(opsSettings.saveFaultType, { ...type, name: '回位不良', sort: 1, settleSeconds: 30 })
  const { data } = await keeper.call(opsSettings.faultTypes, { componentKindId: kind.id })
  expect(data.dataList.map(({ name }) => name)).toEqual(['回位不良', '无信号'])
  expect(await csvOf(keeper, opsSettings.faultTypeExport, { componentKindId: kind.id })).toEqual([
    '名称,部件,严重程度,修复时限（小时）,故障持续（秒）,故障代码,状态,排序',
    '无信号,踏板,严重,8,0,E202 E203,启用,100',
    '回位不良,踏板,严重,8,30,,启用,1',
  ])
})

test('holidays are imported where none stand, and a school changes its own calendar alone', async () => {
  await keeper.call(opsSettings.saveDay, { day: '2026-10-01', kind: 'work', name: '值班' })
  const { data } = await keeper.call(opsSettings.importYear, { year: 2026 })
  expect(data.added).toBeGreaterThan(30)
  const days = (await keeper.call(opsSettings.days, { year: 2026 })).data
  expect(days.find(({ day }) => day === '2026-10-01')).toMatchObject({ kind: 'work', manual: true })
  expect(days.find(({ day }) => day === '2026-10-10')).toMatchObject({ kind: 'work', name: '国庆节' })
  expect(await keeper.call(opsSettings.importYear, { year: 2199 })).toMatchObject({
    code: errors.holidaysUnknown.code,
  })
  const organ = await makeOrganisation(app.services.pool)
  const local = await app.signedIn({ codes: ['ops', 'ops:dispatch'], organs: [organ] })
  expect((await local.call(opsSettings.saveCalendar, { organId: organ, calendar: 'everyDay' })).code).toBe(0)
  expect(await local.call(opsSettings.importYear, { year: 2025 })).toMatchObject({
    code: errors.platformOnly.code,
  })
  expect((await local.call(opsSettings.info)).data.calendars).toMatchObject([{ calendar: 'everyDay' }])
})
