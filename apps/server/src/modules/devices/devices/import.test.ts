import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

const { devices } = contract
let app: TestApp
let editor: Client
let organId: number

beforeEachTest(async built => {
  app = built
  organId = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  await makeClassroom(app.services.pool, organId, '一号教室')
  editor = await app.signedIn({ codes: ['device:simulator', 'device:edit'] })
})

const row = (simulatorNum: string, more: object = {}) => ({ simulatorNum, roomName: '一号教室', ...more })
const listed = async () => (await editor.call(devices.list, {})).data.dataList

test('a file of devices is checked, then added whole, each with a key of its own', async () => {
  const rows = [row('SIM-1001', { carNum: '粤A1001学', model: 'T2' }), row('sim-1002')]
  const { data: check } = await editor.call(devices.import, { organId, devices: rows, dryRun: true })
  expect(check).toEqual({ accepted: 2, refused: [], keys: [] })
  expect(await listed()).toHaveLength(0)

  const { data } = await editor.call(devices.import, { organId, devices: rows })
  expect(data).toMatchObject({
    accepted: 2,
    keys: [
      { simulatorNum: 'SIM-1001', deviceKey: expect.any(String) },
      { simulatorNum: 'SIM-1002', deviceKey: expect.any(String) },
    ],
  })
  expect(new Set(data.keys?.map(({ deviceKey }) => deviceKey)).size).toBe(2)
  expect(await listed()).toMatchObject([
    {
      simulatorNum: 'SIM-1001',
      simulatorName: '粤A1001学',
      carNum: '粤A1001学',
      model: 'T2',
      classroomName: '一号教室',
    },
    { simulatorNum: 'SIM-1002', simulatorName: 'SIM-1002', carNum: null },
  ])
  // Kept are their digests alone, in the log and under the call's key too.
  const kept = await query(
    app.database.ownerUrl,
    `select (select jsonb_agg(to_jsonb(c)) from operation_log_change c)::text as log,
       (select jsonb_agg(to_jsonb(i)) from idempotency i)::text as keys, (select jsonb_agg(to_jsonb(s)) from simulator s)::text as rows`,
  )
  for (const { deviceKey } of data.keys ?? []) expect(JSON.stringify(kept)).not.toContain(deviceKey)
})

test('one row that is wrong keeps all of them out, and says why', async () => {
  const room = await makeClassroom(app.services.pool, organId, '二号教室')
  const { sn } = await makeSimulator(app.services.pool, { organ: organId, room })
  const rows = [
    row('SIM-1001'),
    row('SIM-1001'),
    row(sn),
    row('坏'),
    row('SIM-1003', { roomName: '三号教室' }),
  ]
  const { data } = await editor.call(devices.import, { organId, devices: rows })
  expect(data).toEqual({
    accepted: 0,
    keys: [],
    refused: [
      { row: 2, reasons: ['设备编号与第 1 台重复'] },
      { row: 3, reasons: [errors.snTaken.sentence(sn)] },
      { row: 4, reasons: [expect.stringContaining('设备编号只能用')] },
      { row: 5, reasons: ['该机构没有教室“三号教室”，请先新增教室或改正名称'] },
    ],
  })
  expect(await listed()).toHaveLength(1)
})

test('nothing is imported elsewhere, without the code, or more than a lorry brings', async () => {
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  const stranger = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [other] })
  const rows = [row('SIM-1001')]
  expect((await stranger.call(devices.import, { organId, devices: rows })).code).toBe(errors.notFound.code)
  const reader = await app.signedIn({ codes: ['device:simulator'] })
  expect((await reader.call(devices.import, { organId, devices: rows })).code).toBeLessThan(0)
  const many = Array.from({ length: 201 }, (_, n) => row(`SIM-${1000 + n}`))
  expect((await editor.call(devices.import, { organId, devices: many })).msg).toContain('200')
  expect(await listed()).toHaveLength(0)
})
