import { contract, errors } from '@drivesim/contract'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { apiKeysOf } from '../../../../test/apiKeys.ts'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, password } from '../../../../test/factories.ts'
import { newApiKey } from '../../../platform/auth/apiKeys.ts'

// When a key is dead: at once, whoever or whatever ended it.

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { apiKeys, students, members, account, factors, factorResets } = contract
const { keyOf, programOf } = apiKeysOf(() => app)
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)

const dies = async (
  how: (person: Client & { memberId: number; account: string }, key: { keyId: number }) => Promise<unknown>,
  code: number = errors.keyOver.code,
) => {
  const organ = await makeOrganisation(app.services.pool)
  const person = await app.signedIn({ codes: ['device'], organs: [organ] })
  const key = await keyOf(person)
  expect(await key.call(students.list)).toMatchObject({ code: 0 })
  await how(person, key)
  expect(await key.call(students.list)).toMatchObject({ code, data: null })
  const [row] = await sql('select end_reason from api_key where id = $1', [key.keyId])
  return Reflect.get(Object(row), 'end_reason')
}
const keeper = () => app.signedIn({ codes: ['system:user', 'system:open', 'device'] })

test('it never was one, or a digit is wrong', async () => {
  const { key } = newApiKey()
  expect(await programOf(key).call(students.list)).toMatchObject({ code: errors.keyUnknown.code })
  expect(await programOf('dsk_rubbish').call(students.list)).toMatchObject({ code: errors.keyUnknown.code })
})

test('its owner stopped it; nobody else can who has not the code, or not its owner in the scope', async () => {
  const other = await app.signedIn({
    organs: [await makeOrganisation(app.services.pool)],
    codes: ['system:open'],
  })
  const reason = await dies(async (person, { keyId }) => {
    expect(await other.call(apiKeys.stop, { keyId })).toMatchObject({ code: errors.notFound.code })
    expect(await other.call(apiKeys.stopOf, { keyId })).toMatchObject({ code: errors.notFound.code })
    expect(await person.call(apiKeys.stop, { keyId })).toMatchObject({ code: 0 })
    expect(await person.call(apiKeys.stop, { keyId })).toMatchObject({ code: errors.apiKeyNot.code })
    expect(await person.call(apiKeys.rotate, { keyId })).toMatchObject({ code: errors.apiKeyNot.code })
  })
  expect(reason).toBe('owner')
})

test('whoever keeps open interfaces stopped it: its owner is told', async () => {
  expect(
    await dies(async ({ memberId }, { keyId }) => {
      const by = await keeper()
      const { data } = await by.call(apiKeys.list, { paramValue: '对接' })
      expect(data.dataList).toMatchObject([{ keyId, userId: memberId, state: 'live' }])
      expect(await by.call(apiKeys.stopOf, { keyId })).toMatchObject({ code: 0 })
    }),
  ).toBe('keeper')
  expect(await sql(`select title from message where title = '您的接口密钥已被停用'`)).toHaveLength(1)
})

test('its time is over', async () => {
  await dies(() => sql(`update api_key set expires_at = now()`))
})

test('its owner is disabled; enabled again they make another', async () => {
  expect(
    await dies(async ({ memberId }) => {
      const by = await keeper()
      await by.call(members.disable, { userId: memberId })
      await by.call(members.enable, { userId: memberId })
    }),
  ).toBe('disabled')
})

test('the password of its owner was reset', async () => {
  expect(
    await dies(async ({ memberId }) => (await keeper()).call(members.resetPassword, { userId: memberId })),
  ).toBe('passwordReset')
})

test('the second step of its owner was reset', async () => {
  expect(
    await dies(async person => {
      const { data } = await person.call(factors.beginTotp)
      const code = new TOTP({ secret: Secret.fromBase32(data.setupKey) }).generate()
      await person.call(factors.addTotp, { challenge: data.challenge, name: '手机', code })
      const asked = { userId: person.memberId, reason: '手机丢失', proof: 'inPerson' as const }
      const { data: done } = await (await keeper()).call(factorResets.ask, asked)
      expect(done.state).toBe('done')
    }),
  ).toBe('factorsReset')
})

test('its owner says 不是我, which a change of password alone does not say', async () => {
  const change = { oPwd: password, nPwd: 'kuaile-de-shanfeng-77', cPwd: 'kuaile-de-shanfeng-77' }
  const person = await app.signedIn()
  const key = await keyOf(person)
  expect(await person.call(account.changePassword, change)).toMatchObject({ code: 0 })
  expect(await key.call(students.list)).toMatchObject({ code: 0 })
  expect(await dies(person => person.call(account.changePassword, { ...change, stopKeys: true }))).toBe(
    'notMe',
  )
})

test('its owner has somebody else’s password, or must add a second step: it waits', async () => {
  await dies(
    ({ memberId }) => sql('update member set must_change_password = true where id = $1', [memberId]),
    errors.keyOwnerNotReady.code,
  )
  await dies(
    () =>
      sql(
        `update security_policy set second_step_for = 'all', codes_due_at = now(), all_due_at = now(), grace_days = 0`,
      ),
    errors.keyOwnerNotReady.code,
  )
})
