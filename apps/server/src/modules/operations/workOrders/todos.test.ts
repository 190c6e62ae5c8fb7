import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'

// What 首页 counts of work orders, and that its link opens just these.

const { home, opsSettings, workOrders } = contract
let app: TestApp
beforeEachTest(async given => {
  app = given
})

/** What a person finds on 首页 under a key: its count, 0 where it is not there. */
async function counted(who: Client, key: string): Promise<number> {
  const todo = (await who.call(home.todos)).data.find(one => one.key === key)
  if (todo === undefined) return 0
  if ('failed' in todo) throw new Error(`${key} could not be read`)
  const { pathname, searchParams } = new URL(todo.to, 'http://any')
  expect(pathname).toBe('/operation/workOrder')
  const list = await who.call(workOrders.list, Object.fromEntries(searchParams))
  expect([key, list.data.totalDataNum]).toEqual([key, todo.count])
  return todo.count
}

test('to accept and to approve are counted for the people who do it, as the list that opens has them', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool)
  const room = await makeClassroom(pool, school)
  const codes = ['ops', 'ops:handle'] as const
  const chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
  const [first, second] = [
    await app.signedIn({ codes, organs: [school] }),
    await app.signedIn({ codes, organs: [school] }),
  ]
  const teacher = await app.signedIn({ codes: ['ops', 'ops:report'], organs: [school] })
  const stranger = await app.signedIn({
    codes: ['ops', 'ops:report'],
    organs: [await makeOrganisation(pool)],
  })
  for (const { memberId } of [first, second]) await addTechnician(pool, memberId, school)
  const { components, dealResults } = (await chief.call(opsSettings.choices)).data
  const sent = async (assigneeId: number) => {
    const { id } = await makeSimulator(pool, { organ: school, room })
    const componentKindId = components[0]?.value ?? 0
    const form = { simulatorId: id, componentKindId, description: '踏板没有反应' }
    const { orderId } = (await teacher.call(workOrders.add, form)).data
    await chief.call(workOrders.dispatch, { orderId, assigneeId })
    return orderId
  }
  const all = async (key: string) => {
    const counts: number[] = []
    for (const who of [first, second, chief, teacher, stranger]) counts.push(await counted(who, key))
    return counts
  }
  const orderId = await sent(first.memberId)
  await sent(first.memberId)
  await sent(second.memberId)
  expect(await all('workOrdersToAccept')).toEqual([2, 1, 0, 0, 0])
  expect(await all('workOrdersToApprove')).toEqual([0, 0, 0, 0, 0])
  await first.call(workOrders.accept, { orderId })
  expect(await all('workOrdersToAccept')).toEqual([1, 1, 0, 0, 0])
  const dealResultId = dealResults.find(({ needsPicture }) => !needsPicture)?.value ?? 0
  await first.call(workOrders.arrive, { orderId })
  await first.call(workOrders.submit, { orderId, dealResultId, note: '已更换', serviceFee: 0 })
  expect(await all('workOrdersToApprove')).toEqual([0, 0, 1, 1, 0])
  await teacher.call(workOrders.approve, { orderId })
  expect(await all('workOrdersToApprove')).toEqual([0, 0, 0, 0, 0])
})
