import { channelStatements, contract, orders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../../test/app.ts'
import { channelDays } from '../../../../test/channelDays.ts'
import { makeClassroom, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { makeLearner, makeSelling } from '../../../../test/till.ts'

// What 首页 counts is what its link opens: the rows of the same filter, asked for as the page asks.

const { home, opsSettings, workOrders } = contract
const days = await channelDays()

/** How many rows the list has that a to-do leads to, by the path of its page. */
const lists: Readonly<Record<string, (who: Client, filter: object) => Promise<number>>> = {
  '/operation/workOrder': async (who, filter) => (await who.call(workOrders.list, filter)).data.totalDataNum,
  '/orderManage/rechargeOrder': async (who, filter) =>
    (await who.call(orders.recharges, filter)).data.totalDataNum,
  // A month of files, of which that of the day is open: what is left of each stands with its day.
  '/finacial/reconciliation': async (who, filter) => {
    const { month } = filter as { month: string }
    const { statements } = (await who.call(channelStatements.list, { month })).data
    return statements.reduce((sum, { unresolved }) => sum + unresolved, 0)
  },
}

/** Orders of two technicians in every state that somebody waits for, some of them late, and what else is counted. */
async function makeWaiting() {
  const { app } = days
  const { pool } = app.services
  const school = await makeSelling(app)
  const room = await makeClassroom(pool, school)
  const chief = await app.signedIn({ codes: ['ops', 'ops:dispatch', 'order:edit'] })
  const teacher = await app.signedIn({ codes: ['ops', 'ops:report', 'order:edit'], organs: [school] })
  const codes = ['ops', 'ops:handle'] as const
  const technicians = [
    await app.signedIn({ codes, organs: [school] }),
    await app.signedIn({ codes, organs: [school] }),
  ]
  for (const { memberId } of technicians) await addTechnician(pool, memberId, school)
  const { components, dealResults } = (await chief.call(opsSettings.choices)).data
  const dealResultId = dealResults.find(({ needsPicture }) => !needsPicture)?.value ?? 0
  const add = async () => {
    const { id } = await makeSimulator(pool, { organ: school, room })
    const form = { simulatorId: id, componentKindId: components[0]?.value ?? 0, description: '踏板没有反应' }
    return (await teacher.call(workOrders.add, form)).data.orderId
  }
  for (let pending = 0; pending < 4; pending += 1) await add()
  for (const [index, who] of technicians.entries()) {
    for (const goesTo of ['assigned', 'handling', 'handling', 'review', 'done'].slice(index)) {
      const orderId = await add()
      await chief.call(workOrders.dispatch, { orderId, assigneeId: who.memberId })
      if (goesTo === 'assigned') continue
      await who.call(workOrders.accept, { orderId })
      if (goesTo === 'handling') continue
      await who.call(workOrders.submit, { orderId, dealResultId, note: '已更换', serviceFee: 0 })
      if (goesTo === 'done') await teacher.call(workOrders.approve, { orderId })
    }
  }
  // Every second order of each state is late.
  await days.rows(`
    update work_order set due_at = now() - interval '1 hour', warn_at = now() - interval '2 hours' where id in (
      select id from (select id, row_number() over (partition by state, assignee_id order by id) as place from work_order) o
      where place % 2 = 1)`)
  const platform = await app.signedIn({ codes: ['order:edit', 'finance:edit', 'finance:accCheck'] })
  for (const name of ['李明', '王芳']) {
    const studentId = await makeLearner(app, school, name)
    expect((await platform.call(orders.rechargeOffline, { studentId, amount: 5000 })).msg).toBe('')
  }
  await days.taken(await days.fileOf([days.stranger(100), days.stranger(200)]))
  await days.taken(await days.fileOf([days.stranger(300)], { channel: 'alipay' }))
  return { chief, teacher, first: technicians[0], platform }
}

test('each to-do counts exactly the rows of the list that it opens', async () => {
  const people = await makeWaiting()
  const counted: Record<string, Record<string, number>> = {}
  for (const [name, who] of Object.entries(people)) {
    if (who === undefined) throw new Error(`nobody is ${name}`)
    for (const todo of (await who.call(home.todos)).data) {
      if ('failed' in todo) throw new Error(`${todo.key} could not be read`)
      const { pathname, searchParams } = new URL(todo.to, 'http://any')
      const list = lists[pathname]
      if (list === undefined) throw new Error(`no list of ${todo.to}`)
      expect(await list(who, Object.fromEntries(searchParams)), `${name} ${todo.to}`).toBe(todo.count)
      counted[name] = { ...counted[name], [todo.key]: todo.count }
    }
  }
  expect(counted).toEqual({
    chief: { workOrdersOverdue: 7, workOrdersToDispatch: 4, workOrdersToApprove: 2 },
    teacher: { workOrdersToApprove: 2, rechargesToAccept: 2 },
    first: { workOrdersMineOverdue: 3, workOrdersToAccept: 1, workOrdersInHand: 2 },
    platform: { channelDifferences: 3 },
  })
})
