import { contract, errors } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { expectSound } from '../../../../test/workOrders.ts'

const { workOrders, files } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let school: number
let simulator: number
let chief: Person
let technician: Person
let teacher: Person

beforeEachTest(async given => {
  app = given
  const { pool } = app.services
  school = await makeOrganisation(pool)
  simulator = (await makeSimulator(pool, { organ: school, room: await makeClassroom(pool, school) })).id
  chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
  technician = await handler('王师傅')
  teacher = await app.signedIn({ name: '李老师', codes: ['ops', 'ops:report'], organs: [school] })
})

async function handler(name: string): Promise<Person> {
  const person = await app.signedIn({ name, codes: ['ops', 'ops:handle'], organs: [school] })
  await addTechnician(app.services.pool, person.memberId, school)
  return person
}
const upload = async (person: Person = technician) => (await person.call(files.upload)).data.url
/** A new order that the technician is at. */
async function handled(pictures: string[] = []): Promise<number> {
  const { data } = await teacher.call(workOrders.add, {
    simulatorId: simulator,
    componentKindId: 1,
    description: '踏板没有反应',
    pictures,
    force: true,
  })
  await technician.call(workOrders.claim, { orderId: data.orderId })
  return data.orderId
}
const infoOf = async (orderId: number, person = technician) =>
  (await person.call(workOrders.info, { orderId })).data
const dealResult = async () =>
  (await chief.call(contract.opsSettings.choices)).data.dealResults[0]?.value ?? 0

describe('pictures of an order', () => {
  const add = async (orderId: number, kind: 'before' | 'after' = 'before') =>
    technician.call(workOrders.pictureAdd, { orderId, kind, url: await upload() })
  const remove = (person: Person, orderId: number, pictureId = 0) =>
    person.call(workOrders.pictureRemove, { orderId, pictureId })

  test('nine of a kind; a wrong one makes room, and the time line says that it was there', async () => {
    const orderId = await handled()
    for (let index = 0; index < 9; index += 1) expect(await add(orderId)).toMatchObject({ code: 0 })
    expect(await add(orderId)).toMatchObject({ msg: '维修前图片最多 9 张，请删减后重试' })
    expect(await add(orderId, 'after')).toMatchObject({ code: 0 })
    const [wrong, ...others] = (await infoOf(orderId)).pictures
    expect(await remove(technician, orderId, wrong?.pictureId)).toMatchObject({
      code: 0,
      data: { state: 'handling' },
    })
    const after = await infoOf(orderId, teacher)
    expect(after.pictures.map(({ pictureId }) => pictureId)).toEqual(others.map(({ pictureId }) => pictureId))
    expect(after.events[0]).toMatchObject({
      kind: 'pictureRemoved',
      memberName: '王师傅',
      text: '维修前图片',
    })
    expect(await remove(technician, orderId, wrong?.pictureId)).toMatchObject({ code: errors.notFound.code })
    expect(await add(orderId)).toMatchObject({ code: 0 })
    await expectSound(app)
  })

  test('one that was removed is none where the result wants one', async () => {
    const { rows } = await app.services.pool.query<{ id: number }>(
      `insert into deal_result (name, outcome, needs_picture) values ('已更换', 'replaced', true) returning id`,
    )
    const dealResultId = rows[0]?.id ?? 0
    const orderId = await handled()
    await add(orderId, 'after')
    await remove(technician, orderId, (await infoOf(orderId)).pictures[0]?.pictureId)
    expect(await technician.call(workOrders.submit, { orderId, dealResultId })).toMatchObject({
      code: errors.afterPictureMissing.code,
    })
  })

  test('are removed by who took them, while the order is theirs', async () => {
    const orderId = await handled([await upload(teacher)])
    await add(orderId)
    const [reported, own] = (await infoOf(orderId)).pictures
    expect([reported?.own, own?.own]).toEqual([false, true])
    expect((await infoOf(orderId, teacher)).pictures.map(picture => picture.own)).toEqual([false, false])
    expect(await remove(technician, orderId, reported?.pictureId)).toMatchObject({
      code: errors.pictureNotOwn.code,
    })
    const elsewhere = await handled()
    expect(await remove(technician, elsewhere, own?.pictureId)).toMatchObject({ code: errors.notFound.code })

    const successor = await handler('赵师傅')
    expect(await remove(successor, orderId, own?.pictureId)).toMatchObject({
      msg: '只有负责人王师傅能移除图片',
    })
    await chief.call(workOrders.reassign, { orderId, assigneeId: successor.memberId, reason: '换人' })
    await successor.call(workOrders.accept, { orderId })
    expect(await remove(successor, orderId, own?.pictureId)).toMatchObject({
      code: errors.pictureNotOwn.code,
    })
    expect((await infoOf(orderId)).pictures).toHaveLength(2)

    await add(elsewhere)
    await technician.call(workOrders.submit, { orderId: elsewhere, dealResultId: await dealResult() })
    const [kept] = (await infoOf(elsewhere)).pictures
    expect(await remove(technician, elsewhere, kept?.pictureId)).toMatchObject({
      code: errors.workOrderNot.code,
    })
  })
})

describe('the signature of the school', () => {
  const signed = async () => ({ name: '赵校长', phone: '13812345678', url: await upload() })

  test('approves what its technician submits, and says who signed and when', async () => {
    const orderId = await handled()
    const before = Date.now()
    const answer = await technician.call(workOrders.submit, {
      orderId,
      dealResultId: await dealResult(),
      signature: await signed(),
    })
    expect(answer).toMatchObject({ code: 0, data: { state: 'done' } })
    const { signature, events } = await infoOf(orderId, teacher)
    expect(signature).toMatchObject({ name: '赵校长', phone: '138****5678' })
    expect(signature?.url).toMatch(/^\/files\//)
    const at = Date.parse(signature?.at ?? '')
    expect(at >= before - 1000 && at <= Date.now() + 1000).toBe(true)
    expect(events[0]).toMatchObject({ kind: 'approved', memberName: '王师傅', text: '现场签字：赵校长' })
    expect(await technician.call(workOrders.approve, { orderId, signature: await signed() })).toMatchObject({
      msg: '工单是“已完成”状态，不能验收，请刷新后重试',
    })
    await expectSound(app)
  })

  test('is given after the submission too, and not before it; without it the technician cannot approve', async () => {
    const orderId = await handled()
    const approve = async (more = {}) => technician.call(workOrders.approve, { orderId, ...more })
    expect(await approve({ signature: await signed() })).toMatchObject({ code: errors.workOrderNot.code })
    await technician.call(workOrders.submit, { orderId, dealResultId: await dealResult() })
    expect(await approve()).toMatchObject({ code: errors.ownWorkOrder.code })
    for (const wrong of [{ name: '' }, { phone: '123' }])
      expect((await approve({ signature: { ...(await signed()), ...wrong } })).code).toBe(errors.invalid.code)
    const drawnNowhere = { ...(await signed()), url: `/files/${'a'.repeat(32)}.webp` }
    expect(await approve({ signature: drawnNowhere })).toMatchObject({ code: errors.pictureGone.code })
    expect(await infoOf(orderId)).toMatchObject({ state: 'review', signature: null })
    expect(await approve({ signature: await signed() })).toMatchObject({ data: { state: 'done' } })
  })

  test('must be there where the order asks for one', async () => {
    const orderId = await handled()
    await app.services.pool.query('update work_order set needs_signature = true where id = $1', [orderId])
    const dealResultId = await dealResult()
    expect(await technician.call(workOrders.submit, { orderId, dealResultId })).toMatchObject({
      code: errors.signatureMissing.code,
    })
    expect(
      await technician.call(workOrders.submit, { orderId, dealResultId, signature: await signed() }),
    ).toMatchObject({ data: { state: 'done' } })
  })
})
