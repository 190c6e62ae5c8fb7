import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const { inspections, workOrders } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let organ: number
let room: number
let device: number
let person: Person

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  organ = await makeOrganisation(pool)
  room = await makeClassroom(pool, organ)
  device = (await makeSimulator(pool, { organ, room })).id
  person = await app.signedIn({ codes: ['ops', 'ops:dispatch', 'ops:handle'], organs: [organ] })
})

const base = { min: null, max: null, required: true, onFailTypeId: null }
const screen = { ...base, key: 'screen', text: '画面清晰', kind: 'passFail' as const }
const heat = { ...base, key: 'heat', text: '温度', kind: 'number' as const, min: 20, max: 80 }
const note = { ...base, key: 'note', text: '备注', kind: 'text' as const, required: false }
const save = (more: object = {}) =>
  person.send(inspections.saveChecklist, { name: '每周检查', items: [screen, heat, note], ...more })
async function saved(name = '每周检查'): Promise<number> {
  const { data } = await person.call(inspections.saveChecklist, { name, items: [screen, heat, note] })
  return data.checklistId
}
const plan = (checklistId: number, more: object = {}) =>
  person.send(inspections.savePlan, {
    name: '巡检',
    kind: 'inspection',
    organIds: [organ],
    checklistId,
    everyDays: 7,
    leadDays: 0,
    needsSignature: false,
    needsPicture: false,
    ...more,
  })

describe('a checklist', () => {
  test.each([
    [{ items: [] }, '请至少添加一个检查项目'],
    [{ items: [screen, { ...heat, key: 'screen' }] }, '检查项目重复，请删除后重新添加'],
    [{ items: [{ ...heat, min: 81 }] }, '最大值不能小于最小值'],
    [{ items: [{ ...screen, onFailTypeId: 999_999 }] }, '所选的故障类型不存在或已停用，请重新选择'],
    [{ items: [{ ...screen, kind: 'smell' }] }, /填写方式/],
    [{ items: Array.from({ length: 61 }, (_, key) => ({ ...screen, key: `k${key}` })) }, /检查项目/],
    [{ name: ' ' }, /清单名称/],
  ])('%j is refused', async (wrong, sentence) => {
    const { code, msg } = await save(wrong)
    expect(code).toBeLessThan(0)
    expect(msg).toMatch(sentence)
    expect((await person.call(inspections.checklists, {})).data.totalDataNum).toBe(0)
  })

  test('has a name of its own, and is not saved over what somebody else saved', async () => {
    const checklistId = await saved()
    expect(await save()).toMatchObject({ msg: '已有名为“每周检查”的检查清单，请换一个名称' })
    const [row] = (await person.call(inspections.checklists, {})).data.dataList
    const change = { checklistId, version: row?.version, name: '每月检查' }
    expect(await save(change)).toMatchObject({ code: 0 })
    expect(await save(change)).toMatchObject({
      code: errors.staleVersion.code,
      data: { name: '每月检查' },
    })
    const other = await saved('每日检查')
    expect(await save({ checklistId: other, name: '每月检查' })).toMatchObject({
      code: errors.checklistNameTaken.code,
    })
  })

  test('stays enabled while a plan uses it; one that is disabled is used by none', async () => {
    const checklistId = await saved()
    const turn = (enabled: boolean) => person.call(inspections.setChecklistEnabled, { checklistId, enabled })
    expect(await turn(true)).toMatchObject({ code: errors.alreadySo.code })
    expect(await plan(checklistId)).toMatchObject({ code: 0 })
    expect(await turn(false)).toMatchObject({ code: errors.checklistUsed.code })
    const [row] = (await person.call(inspections.plans, {})).data.dataList
    await person.call(inspections.setPlanEnabled, { planId: row?.planId ?? 0, enabled: false })
    expect(await turn(false)).toMatchObject({ code: 0 })
    expect(await plan(checklistId, { name: '另一个' })).toMatchObject({
      msg: '检查清单“每周检查”已停用，请选择其他清单',
    })
  })
})

describe('what is found by a checklist', () => {
  /** An order of the plan, begun by the caller. */
  async function begun(): Promise<number> {
    await plan(await saved())
    const [row] = (await person.call(inspections.plans, {})).data.dataList
    const { data } = await person.call(inspections.startPlan, { planId: row?.planId ?? 0, roomId: room })
    return data.orderId
  }
  const answer = (orderId: number, answers: object[], more: object = {}) =>
    person.send(workOrders.deviceAnswers, { orderId, simulatorId: device, result: 'pass', answers, ...more })

  test('is complete before the order is submitted: an answer of another kind is none', async () => {
    const orderId = await begun()
    const submit = () => person.call(workOrders.submit, { orderId })
    expect(await submit()).toMatchObject({ msg: '检查清单还有 2 项未填' })
    await answer(orderId, [
      { key: 'screen', value: 'perhaps' },
      { key: 'heat', value: '热' },
    ])
    expect(await submit()).toMatchObject({ msg: '检查清单还有 2 项未填' })
    await answer(orderId, [{ key: 'screen', value: 'pass' }])
    expect(await submit()).toMatchObject({ msg: '检查清单还有 1 项未填' })
    await answer(orderId, [
      { key: 'screen', value: 'pass' },
      { key: 'heat', value: 42 },
    ])
    expect(await submit()).toMatchObject({ code: 0 })
  })

  test('is of the order’s own devices, and of its technician', async () => {
    const orderId = await begun()
    const elsewhere = (
      await makeSimulator(app.services.pool, { organ, room: await makeClassroom(app.services.pool, organ) })
    ).id
    expect(await answer(orderId, [], { simulatorId: elsewhere })).toMatchObject({
      code: errors.notFound.code,
    })
    const other = await app.signedIn({ codes: ['ops', 'ops:handle'], organs: [organ] })
    expect(
      await other.call(workOrders.deviceAnswers, { orderId, simulatorId: device, result: 'pass' }),
    ).toMatchObject({ code: errors.notAssignee.code })
    for (const wrong of [
      [{ key: 'a b', value: 'pass' }],
      [{ key: 'note', value: 'x'.repeat(501) }],
      Array.from({ length: 101 }, (_, key) => ({ key: `k${key}`, value: 1 })),
    ])
      expect(await answer(orderId, wrong)).toMatchObject({ code: errors.invalid.code })
    const { data } = await person.call(workOrders.info, { orderId })
    expect(data.devices).toMatchObject([{ result: 'pending', answers: [] }])
  })
})
