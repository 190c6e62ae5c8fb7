import { contract, type InputOf } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeMember, makeOrganisation, makeRole } from '../../../../test/factories.ts'

const { members } = contract
let app: TestApp
let school: number
let point: number
let deviceRole: number
/** Manages the school alone. */
let operator: Client

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  deviceRole = await makeRole(pool, { name: '设备员', codes: ['device', 'device:simulator'] })
  operator = await app.signedIn({
    codes: ['system', 'system:user', 'device', 'device:simulator'],
    organs: [school],
  })
})

const add = async (changes: Partial<InputOf<typeof members.add>> = {}) => {
  const form = {
    userAccount: 'zhaomin',
    userName: '赵敏',
    userPhone: '13900001111',
    userMail: 'zhaomin@example.com',
    organId: school,
    belongOrganIds: [school],
    roleIds: [deviceRole],
  }
  return (await operator.call(members.add, { ...form, ...changes })).data
}

test('name, account or phone; role; organisation; state; the newest first', async () => {
  const { userId } = await add()
  await add({
    userAccount: 'qianduoduo',
    userName: '钱多多_1',
    userPhone: '13700002222',
    organId: point,
    roleIds: [],
  })
  await operator.call(members.disable, { userId })
  const accounts = async (input: InputOf<typeof members.list>) =>
    (await operator.call(members.list, input)).data.dataList.map(row => row.userAccount)
  expect((await accounts({})).slice(0, 2)).toEqual(['qianduoduo', 'zhaomin'])
  expect(await accounts({ paramValue: '赵' })).toEqual(['zhaomin'])
  expect(await accounts({ paramValue: 'DUO' })).toEqual(['qianduoduo'])
  expect(await accounts({ paramValue: '13700002222' })).toEqual(['qianduoduo'])
  expect(await accounts({ paramValue: '2222' })).toEqual(['qianduoduo'])
  expect(await accounts({ paramValue: '13700' })).toEqual([])
  expect(await accounts({ paramValue: '_' })).toEqual(['qianduoduo'])
  expect(await accounts({ roleId: deviceRole })).toEqual(['zhaomin'])
  expect(await accounts({ organId: point })).toEqual(['qianduoduo'])
  expect((await accounts({ schoolId: school })).slice(0, 2)).toEqual(['qianduoduo', 'zhaomin'])
  expect(await accounts({ schoolId: point })).toEqual(['qianduoduo'])
  expect(await accounts({ enabled: 'false' })).toEqual(['zhaomin'])
})

test('pages from zero', async () => {
  for (let i = 0; i < 12; i += 1) await makeMember(app.services.pool, { organs: [school] })
  const { data } = await operator.call(members.list, { page: 1 })
  expect(data).toMatchObject({ totalDataNum: 13, pageSize: 10, hasPrevious: true, hasNext: false })
  expect(data.dataList).toHaveLength(3)
})

test('the file has the whole filtered list, and no formula runs', async () => {
  await add({ userName: '=1+1' })
  expect(await csvOf(operator, members.export, { paramValue: 'zhaomin' })).toEqual([
    '名称,账号,状态,所属机构,角色,手机号,邮箱,最近登录',
    "'=1+1,zhaomin,启用,甲驾校,设备员,139****1111,zhaomin@example.com,",
  ])
})
