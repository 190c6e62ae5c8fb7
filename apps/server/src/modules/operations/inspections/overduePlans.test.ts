import { contract } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { alwaysAllowed, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { expectSound } from '../../../../test/workOrders.ts'
import { remind } from '../../notices/notices/engine.service.ts'
import { openDue } from './planned.service.ts'

// A planned order after its day.

const { inspections, workOrders } = contract
const today = businessDayOf(Date.now())
let app: TestApp
let chief: Client & { memberId: number }
let orderId: number

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'], organs: [organ] })
  await rows(saveSettingsSql(chief.memberId, 'workOrder', [alwaysAllowed('system', 0, 30)]))
  const item = { key: 'screen', text: '画面清晰', kind: 'passFail', required: true } as const
  const { data } = await chief.call(inspections.saveChecklist, {
    name: '清单',
    items: [{ ...item, min: null, max: null, onFailTypeId: null }],
  })
  await chief.call(inspections.savePlan, {
    name: '月度保养',
    kind: 'maintenance',
    organIds: [organ],
    checklistId: data.checklistId,
    everyDays: 30,
    leadDays: 3,
    needsSignature: false,
    needsPicture: false,
  })
  await rows(`update plan_device set last_done_at = now() - interval '29 days'`)
  await openDue(app.services)
  const page = await chief.call(workOrders.list, {})
  orderId = page.data.dataList[0]?.orderId ?? 0
  expect(page.data.dataList).toMatchObject([{ source: 'plan', plannedOn: addDays(today, 1) }])
})

/** What is told by the end of the first minute of a day. */
async function toldBy(day: string): Promise<string[]> {
  const before = (await rows('select coalesce(max(id), 0) as last from message'))[0]?.last
  await remind(app.services, new Date(dayStart(day) + 60_000))
  return (await rows('select brief from message where id > $1 order by id', [before])).map(
    row => `${row.brief}`,
  )
}

test('is told once to who sends out, after the day that it is moved to', async () => {
  expect(await toldBy(addDays(today, 1))).toEqual([expect.stringContaining('待派单')])
  await chief.call(workOrders.plan, { orderId, plannedOn: addDays(today, 3) })
  expect(await toldBy(addDays(today, 3))).toEqual([])
  expect(await toldBy(addDays(today, 4))).toEqual([expect.stringContaining('工单已超时')])
  await rows(`update notice_progress set looked_until = looked_until - interval '1 minute'`)
  expect(await toldBy(addDays(today, 4))).toEqual([])
  await expectSound(app)
})

test('is not told of once it is closed', async () => {
  await chief.call(workOrders.close, { orderId, reason: 'other', note: '教室停课' })
  expect((await toldBy(addDays(today, 3))).filter(text => text.includes('超时'))).toEqual([])
  await expectSound(app)
})

test('has the day as its limit in the file, as on the list', async () => {
  const file = await chief.call(workOrders.export, {})
  const [title, order] = file.body
    .trim()
    .split('\r\n')
    .map(line => line.split(','))
  expect(order?.[title?.indexOf('到期') ?? -1]).toBe(addDays(today, 1))
})
