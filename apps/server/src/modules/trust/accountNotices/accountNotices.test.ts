import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { makeMember, makeOrganisation, makeRole } from '../../../../test/factories.ts'
import { codeOf, origin, secondStepsOf } from '../../../../test/secondSteps.ts'

// What somebody is told of their account, whoever did it.

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { PUBLIC_URL: origin },
)

const { factors, members } = contract
const { sql, withApp, passwordOf, secondStep } = secondStepsOf(() => app)
const told = async (memberId: number) =>
  (await sql('select title from message where member_id = $1 order by id', [memberId])).map(row =>
    String(Object(row).title),
  )

test('a factor that was added and taken away, and recovery codes made anew', async () => {
  const person = await withApp()
  await person.call(factors.renewRecoveryCodes)
  const [factor] = (await person.call(factors.info)).data.factors
  await person.call(factors.remove, { factorId: factor?.factorId ?? 0 })
  expect(await told(person.memberId)).toEqual([
    '您的账号添加了验证方式',
    '您的恢复码已重新生成',
    '您的账号删除了验证方式',
  ])
})

test('the right password with a wrong second step, once an hour, and where somebody came in from', async () => {
  const person = await withApp()
  const { challenge } = await passwordOf(person)
  for (const code of ['000000', '000001']) await secondStep(challenge, { method: 'totp', code })
  await secondStep(challenge, { method: 'totp', code: codeOf(person.secret) })
  expect((await told(person.memberId)).slice(1)).toEqual(['您的密码可能已泄露', '新设备登录了您的账号'])
})

test('a recovery code that was used', async () => {
  const person = await withApp()
  const { codes } = (await person.call(factors.renewRecoveryCodes)).data
  const { challenge } = await passwordOf(person)
  await secondStep(challenge, { method: 'recovery', code: codes[0] })
  expect(await told(person.memberId)).toContain('您的恢复码已被使用')
})

test('a password that an administrator reset, and other rights', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const administrator = await app.signedIn({ codes: ['system', 'system:user', 'device'], organs: [organ] })
  const { id } = await makeMember(app.services.pool, { organs: [organ] })
  const role = await makeRole(app.services.pool, { codes: ['device'], organ })
  const changed = await administrator.call(members.modify, {
    userId: id,
    userName: '李雷',
    organId: organ,
    belongOrganIds: [organ],
    roleIds: [role],
    version: 1,
  })
  expect(changed).toMatchObject({ code: 0 })
  await administrator.call(members.resetPassword, { userId: id })
  expect(await told(id)).toEqual(['您的权限已变更', '您的登录密码已被重置'])
})
