import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

const { clientErrors } = contract
let app: TestApp
let reader: Client
let person: Client & { account: string }
let foreigner: Client & { account: string }
const report = {
  type: 'js',
  code: '',
  mes: 'x is not a function',
  url: 'https://sim.example.com/home?who=me#top',
}

beforeEachTest(async built => {
  app = built
  const school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  reader = await app.signedIn({ codes: ['system'], organs: [school] })
  person = await app.signedIn({ organs: [school] })
  foreigner = await app.signedIn({ organs: [other] })
})

const list = async (as = reader, paramValue = '') => (await as.call(clientErrors.list, { paramValue })).data

test('what a browser reports is kept with who met it and where, without the query', async () => {
  expect(await person.call(clientErrors.save, report)).toMatchObject({ code: 0, data: true })
  expect((await list()).dataList).toMatchObject([
    {
      userAccount: person.account,
      type: 'js',
      code: null,
      message: report.mes,
      url: 'https://sim.example.com/home',
      times: 1,
    },
  ])
})

test('the same error again is counted, whoever meets it and 20 at once; another is another', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => person.call(clientErrors.save, { ...report, url: `/home?${i}` })),
  )
  await person.call(clientErrors.save, { ...report, url: '/home', code: 500 })
  const { dataList, totalDataNum } = await list()
  expect(totalDataNum).toBe(2)
  expect(dataList.map(row => [row.code, row.times])).toEqual([
    ['500', 1],
    [null, 20],
  ])
})

test('errors of another organisation’s people are not shown', async () => {
  await foreigner.call(clientErrors.save, report)
  expect(await list()).toMatchObject({ dataList: [], totalDataNum: 0 })
  const all = await app.signedIn({ codes: ['system'] })
  expect((await list(all)).dataList).toHaveLength(1)
})

test('found by text, page or account; and as a file', async () => {
  await person.call(clientErrors.save, report)
  await person.call(clientErrors.save, { ...report, mes: '=cmd()', url: '/login' })
  expect((await list(reader, 'function')).totalDataNum).toBe(1)
  expect((await list(reader, '/login')).totalDataNum).toBe(1)
  expect((await list(reader, person.account)).totalDataNum).toBe(2)
  const { body } = await reader.call(clientErrors.export, { paramValue: 'cmd' })
  expect(body).toContain("'=cmd()")
  expect(body).not.toContain('function')
})

test('at most 30 a minute; bad ones are refused with a sentence', async () => {
  expect(await person.send(clientErrors.save, { ...report, mes: '' })).toMatchObject({
    code: errors.invalid.code,
    msg: '错误信息不能为空',
  })
  expect(await person.send(clientErrors.save, { ...report, mes: 'x'.repeat(2001) })).toMatchObject({
    code: errors.invalid.code,
    msg: '错误信息最多 2000 个字',
  })
  const answers = await Promise.all(Array.from({ length: 40 }, () => person.call(clientErrors.save, report)))
  expect(answers.filter(answer => answer.code === errors.tooMany.code).length).toBeGreaterThanOrEqual(10)
})
