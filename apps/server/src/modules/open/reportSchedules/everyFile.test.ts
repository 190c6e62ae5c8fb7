import { accessCodes, contract, isAttachable } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { type MatrixCall, makeWorld, matrixCalls, type World } from '../../../../test/matrix.ts'
import { sendDue } from './send.service.ts'
import { tellEnded } from './tell.service.ts'

// Every file of a list can be sent by the clock, asked as the browser asks for it.

const { reportSchedules } = contract
const files = matrixCalls.filter(({ endpoint }) => endpoint.rowsOf !== undefined)

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
})
afterAll(() => app.close())

/** As an address has it: texts alone. */
const asQuery = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)]))

async function sent(call: MatrixCall, input: Readonly<Record<string, unknown>>) {
  const headers = { authorization: `Bearer ${world.own.tokens.token}` }
  const { me } = world.own
  const plan = { name: call.name, range: null, every: 'daily', day: null, hour: 8, byMail: true } as const
  const added = await app.call(
    reportSchedules.add,
    { ...plan, path: call.endpoint.path, input, receiverIds: [me] },
    headers,
  )
  expect(added).toMatchObject({ code: 0 })
  const { scheduleId } = added.data
  await query(app.database.ownerUrl, 'update report_schedule set asked_at = now() where id = $1', [
    scheduleId,
  ])
  await sendDue(app.services, Date.now())
  const run = await until('it is sent', async () => {
    await tellEnded(app.services)
    const { data } = await app.call(reportSchedules.runs, { scheduleId }, headers)
    return data.dataList.find(({ state }) => state !== 'waiting')
  })
  await app.call(reportSchedules.remove, { scheduleId }, headers)
  return run
}

test.each(files.map(call => [call.name, call] as const))('%s is sent by the clock', async (_name, call) => {
  await world.hold(accessCodes, call.sample.platformOnly === undefined ? 'school' : 'platform')
  const input = world.input(call, 'own')
  for (const asked of [input, asQuery(input)])
    expect(await sent(call, asked)).toMatchObject({ state: 'sent', reason: null, rows: expect.any(Number) })
})

test('what a mail may take along is of nobody', () => {
  const attached = files.filter(call => {
    const list = matrixCalls.find(
      ({ domain, name }) => domain === call.domain && name === `${domain}.${call.endpoint.rowsOf}`,
    )
    return list !== undefined && isAttachable(call.endpoint, list.endpoint, undefined)
  })
  expect(attached.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "devices.export",
      "devices.schoolUseExport",
      "bills.export",
      "financeOverview.custodyExport",
      "monthEnd.ageingExport",
      "apps.export",
    ]
  `)
})
