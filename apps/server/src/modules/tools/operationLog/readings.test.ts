import { contract, errors, listsPeople, mostReadings } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { students, members, devices } = contract
const { explainReadings } = contract.account
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const readBefore = (rows: number, { memberId }: { memberId: number }) =>
  sql(
    `insert into personal_reading (member_id, day, rows) values ($1, (now() at time zone 'Asia/Shanghai')::date, $2)`,
    [memberId, rows],
  )
const rowsOf = ({ memberId }: { memberId: number }) =>
  sql('select rows from personal_reading where member_id = $1', [memberId])

test('lists of people are known by their masked phones', () => {
  expect(listsPeople(students.list)).toBe(true)
  expect(listsPeople(members.list)).toBe(true)
  expect(listsPeople(devices.list)).toBe(false)
})

test('rows of lists and of files are counted together', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const clerk = await app.signedIn({ organs: [organ], codes: ['system', 'system:user'] })
  await app.signedIn({ organs: [organ] })
  await clerk.call(members.list, {})
  await until('they are counted', async () => (await rowsOf(clerk)).length > 0)
  expect(await rowsOf(clerk)).toEqual([{ rows: 2 }])
  await clerk.call(members.export, {})
  await until(
    'they are counted',
    async () => JSON.stringify(await rowsOf(clerk)) === JSON.stringify([{ rows: 4 }]),
  )
})

test('much is told to the administrators once', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const [clerk, admin] = [
    await app.signedIn({ organs: [organ], codes: ['system:user'] }),
    await app.signedIn({ codes: ['system'] }),
  ]
  await readBefore(mostReadings.told - 1, clerk)
  const told = () =>
    sql(`select count(*)::int as count from message where member_id = $1 and title = '大量查看个人信息'`, [
      admin.memberId,
    ])
  await clerk.call(members.list, {})
  await until('they are counted', async () => JSON.stringify(await told()) === JSON.stringify([{ count: 1 }]))
  await clerk.call(members.list, {})
  await until(
    'they are counted',
    async () => JSON.stringify(await rowsOf(clerk)) === JSON.stringify([{ rows: mostReadings.told + 1 }]),
  )
  expect(await told()).toEqual([{ count: 1 }])
  expect(await sql(`select label from security_event where label = '大量查看个人信息'`)).toHaveLength(1)
})

test('very much wants a reason, and at some point there is no more', async () => {
  const clerk = await app.signedIn({ codes: ['system:user'] })
  await readBefore(mostReadings.withoutReason, clerk)
  expect(await clerk.call(members.list, {})).toMatchObject({ code: errors.readingNeedsReason.code })
  expect(await clerk.call(devices.list, { pageNum: 0 } as never)).not.toMatchObject({
    code: errors.readingNeedsReason.code,
  })
  expect(await clerk.call(explainReadings, { reason: '核对本月名单' })).toMatchObject({ code: 0 })
  expect(await clerk.call(members.list, {})).toMatchObject({ code: 0 })
  await sql('update personal_reading set rows = $1', [mostReadings.atMost])
  expect(await clerk.call(members.list, {})).toMatchObject({ code: errors.tooManyReadings.code })
})
