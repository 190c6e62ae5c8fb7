import { contract, errors, longFile } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, requestOf, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { makeLearner, makeOnline, makeSelling } from '../../../../test/till.ts'
import { rowsIn, workbookOf } from '../../../../test/workbook.ts'

const { devices, exports, jobs, orders } = contract
let app: TestApp
let owner: Client & { token: string }
let add: (name: string) => Promise<unknown>
beforeEachTest(
  async built => {
    app = built
    const organ = await makeOrganisation(app.services.pool)
    const room = await makeClassroom(app.services.pool, organ)
    owner = await app.signedIn({ codes: ['device:simulator', 'order:edit'] })
    add = name => makeSimulator(app.services.pool, { organ, room, name })
  },
  { EXPORT_ROWS: '9' },
)

const odd = ['=1+1', '3-2-1', '0042', '1.5E3', '<甲>&"乙"', '_x0041_', '两行\n的', '\u{1f600}', ' 空 格 ']

test('of a list has its columns in their order, and texts as they are', async () => {
  for (const name of odd) await add(name)
  const input = { columns: 'simulatorName,organName' }
  const [head, ...rows] = await workbookOf(app, owner, devices.export, input)
  expect(head).toEqual(['设备名称', '机构'])
  expect(rows.map(([name]) => name)).toEqual(odd)
  const { headers } = await owner.call(devices.export, { format: 'xlsx' })
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('设备列表.xlsx')
})

test('has money, days and moments as numbers that are shown as such', async () => {
  const school = await makeSelling(app)
  await makeOnline(app, await makeLearner(app, school), 123_456)
  await query(
    app.database.ownerUrl,
    `update recharge_order set day = '2026-11-26', created_at = '2026-11-26T10:00:00Z'`,
  )
  const input = { columns: 'amount,day,createdAt,channelNo' }
  const [, row] = await workbookOf(app, owner, orders.rechargeExport, input)
  expect(row).toEqual([
    { value: 1234.56, style: 3 },
    { value: 46_352, style: 4 },
    // Six in the evening in China.
    { value: 46_352.75, style: 5 },
    null,
  ])
})

test('is written by a job where it is long, and is the same', async () => {
  for (const name of [...odd, '多一台']) await add(name)
  const { jobId } = longFile.parse((await owner.call(devices.export, { format: 'xlsx' })).data)
  await until(
    'it is written',
    async () => (await owner.call(jobs.list, { jobId })).data.dataList[0]?.finishedAt ?? undefined,
  )
  const request = requestOf(
    app.services.apiBase,
    exports.file,
    { jobId },
    { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'gzip' },
  )
  const { rawPayload, headers } = await app.app.inject(request)
  expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([
    undefined,
    rawPayload.length,
  ])
  expect(rowsIn(rawPayload).map(([name]) => name)).toEqual(['设备名称', ...odd, '多一台'])
})

test('is none of another format, and none of more rows than a sheet has', async () => {
  expect(await owner.send(devices.export, { format: 'xls' })).toMatchObject({
    code: errors.invalid.code,
    msg: expect.stringContaining('文件格式'),
  })
  const file = app.services.fileCalls.get('devices.export')
  if (file === undefined) throw new Error('no such file')
  const { count } = file
  Object.assign(file, { count: async () => 1_048_576 })
  expect(await owner.send(devices.export, { format: 'xlsx' })).toMatchObject({
    msg: errors.tooManyForSheet.sentence(),
  })
  expect(await owner.send(devices.export)).toMatchObject({ data: { rows: 1_048_576 } })
  Object.assign(file, { count })
})
