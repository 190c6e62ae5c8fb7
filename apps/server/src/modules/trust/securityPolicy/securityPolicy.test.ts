import { contract, errors, type PolicyForm, tokens } from '@drivesim/contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { basicHeader, beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember, makeOrganisation, password } from '../../../../test/factories.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const { securityPolicy, factors, session } = contract
const { me } = contract.account
const { token } = session
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const bearer = (given: string) => ({ authorization: `Bearer ${given}` })
const day = 86_400_000

const asking: Omit<PolicyForm, 'version'> = {
  secondStepFor: 'none',
  codes: ['finance:edit'],
  graceDays: 0,
  stepUpMinutes: 15,
  idleMinutes: 1440,
  moneyIdleMinutes: 30,
  absoluteHours: 720,
  mostSessions: 20,
  systemNetworks: [],
  selfReset: 'off',
  consentNeeded: false,
}

/** Saves a policy as somebody who may, with a factor of their own. */
async function set(policy: Partial<typeof asking>): Promise<void> {
  const keeper = await app.signedIn({ codes: ['system:security'] })
  await sql(`insert into factor (member_id, kind, name, secret) values ($1, 'totp', '手机', '\\x00')`, [
    keeper.memberId,
  ])
  expect(await keeper.call(securityPolicy.save, { ...asking, ...policy })).toMatchObject({ code: 0 })
}

const school = async () => makeOrganisation(app.services.pool)
const clerk = async (codes: NonNullable<Parameters<TestApp['signedIn']>[0]>['codes'] = []) =>
  app.signedIn({ organs: [await school()], codes })
const sees = async (person: Client) => (await person.call(contract.areas.provinces)).code
const stands = async (person: Client) => {
  const { mustAddFactor, factorDueAt } = (await person.call(me)).data
  return {
    mustAddFactor,
    days: factorDueAt === null ? null : Math.round((Date.parse(factorDueAt) - Date.now()) / day) || 0,
  }
}

async function addApp(person: Client) {
  const begun = await person.call(factors.beginTotp)
  if (begun.code !== 0) return begun
  const code = new TOTP({ secret: Secret.fromBase32(begun.data.setupKey) }).generate()
  return person.call(factors.addTotp, { challenge: begun.data.challenge, name: '手机', code })
}

describe('who needs a second step', () => {
  test('does nothing but add one once it is due, and everything after that', async () => {
    const person = await clerk()
    await set({ secondStepFor: 'all' })
    expect(await stands(person)).toEqual({ mustAddFactor: true, days: 0 })
    expect(await sees(person)).toBe(errors.factorMissing.code)
    expect(await addApp(person)).toMatchObject({ code: 0 })
    expect(await stands(person)).toEqual({ mustAddFactor: false, days: null })
    expect(await sees(person)).toBe(0)
  })

  test('has the days of grace, who came later from when they came', async () => {
    const [person, later] = [await clerk(), await clerk()]
    await sql(`update member set created_at = now() + interval '3 days' where id = $1`, [later.memberId])
    await set({ secondStepFor: 'all', graceDays: 14 })
    expect(await stands(person)).toEqual({ mustAddFactor: false, days: 14 })
    expect(await stands(later)).toEqual({ mustAddFactor: false, days: 17 })
    expect(await sees(person)).toBe(0)
  })

  test('is who holds one of the codes or acts for the platform; a code that is gained later binds at once', async () => {
    const [holder, other, platform] = [
      await clerk(['finance:edit']),
      await clerk(['finance']),
      await app.signedIn(),
    ]
    await set({ secondStepFor: 'codes', graceDays: 14 })
    expect(await stands(holder)).toEqual({ mustAddFactor: false, days: 14 })
    expect(await stands(platform)).toEqual({ mustAddFactor: false, days: 14 })
    expect(await stands(other)).toEqual({ mustAddFactor: false, days: null })

    await sql(`update security_policy set codes_due_at = now() - interval '1 day'`)
    await sql(
      `insert into role_access (role_id, code) select role_id, 'finance:edit' from member_role where member_id = $1`,
      [other.memberId],
    )
    expect(await sees(other)).toBe(errors.factorMissing.code)
  })

  test('keeps the last one', async () => {
    const person = await clerk()
    await set({ secondStepFor: 'all' })
    await addApp(person)
    const [factor] = (await person.call(factors.info)).data.factors
    expect(await person.call(factors.remove, { factorId: factor?.factorId ?? 0 })).toMatchObject({
      code: errors.lastFactor.code,
    })
  })

  test('is not asked anew where the policy is saved again', async () => {
    const person = await clerk()
    await sql(`update member set created_at = now() - interval '1 year' where id = $1`, [person.memberId])
    await set({ secondStepFor: 'all', graceDays: 14 })
    await sql(`update security_policy set all_due_at = now() + interval '2 days'`)
    await set({ secondStepFor: 'all', graceDays: 30 })
    expect(await stands(person)).toEqual({ mustAddFactor: false, days: 2 })
  })
})

describe('a first factor of somebody who needs one', () => {
  const signIn = async (account: string, headers = {}) => {
    const answer = await app.send(
      token,
      { grant_type: 'password', username: account, password },
      { authorization: basicHeader, ...headers },
    )
    const given = tokens.parse(answer.data).token
    const person: Pick<Client, 'send'> = {
      send: (endpoint, input) => app.send(endpoint, input, bearer(given)),
    }
    return person
  }
  const begins = async (person: Pick<Client, 'send'>) => (await person.send(factors.beginTotp)).code

  test('is not had for the password alone: only in a browser that is known', async () => {
    const { account } = await clerk()
    await set({ secondStepFor: 'all' })
    expect(await begins(await signIn(account))).toBe(errors.strangeBrowser.code)
    const cookie = `browser=${app.services.authentication.browsers.remember(null, account)}`
    expect(await begins(await signIn(account, { cookie }))).toBe(0)
  })

  test('is had with the password that an administrator gave, and by who signs in for the first time', async () => {
    await set({ secondStepFor: 'all' })
    const [given, first] = [await makeMember(app.services.pool, {}), await makeMember(app.services.pool, {})]
    await sql(
      `update member set must_change_password = true, first_password_until = now() + interval '1 day', last_login_at = now() where id = $1`,
      [given.id],
    )
    const person = await signIn(given.account)
    await person.send(contract.account.changePassword, {
      oPwd: password,
      nPwd: 'zwei Pferde am Fluss',
      cPwd: 'zwei Pferde am Fluss',
    })
    expect(await begins(person)).toBe(0)
    expect(await begins(await signIn(first.account))).toBe(0)
  })
})

test('its effect is said before it is saved, and is what then happens', async () => {
  const [holder, old] = [await clerk(['finance:edit']), await clerk()]
  await sql(`update session set created_at = now() - interval '20 hours' where member_id = $1`, [
    old.memberId,
  ])
  const keeper = await app.signedIn({ codes: ['system:security'] })
  const next = { ...asking, secondStepFor: 'codes', graceDays: 3, absoluteHours: 12 } as const
  expect((await keeper.call(securityPolicy.preview, next)).data).toEqual({
    members: 3,
    obliged: 2,
    lacking: 2,
    atOnce: 0,
    endedSessions: 1,
  })
  expect(await sees(old)).toBe(0)

  expect(await keeper.call(securityPolicy.save, next)).toMatchObject({ code: 0 })
  expect(await sees(old)).toBe(errors.sessionEnded.code)
  expect(await stands(holder)).toEqual({ mustAddFactor: false, days: 3 })
  const { rows } = { rows: (await keeper.call(securityPolicy.members, { state: 'asked' })).data.dataList }
  expect(rows.map(({ userAccount }) => userAccount).toSorted()).toEqual(
    [holder.account, keeper.account].toSorted(),
  )
})

test('somebody else changed it meanwhile: the newer one is shown', async () => {
  const keeper = await app.signedIn({ codes: ['system:security'] })
  await sql('update security_policy set grace_days = 5')
  expect(await keeper.call(securityPolicy.save, { ...asking, version: 1 })).toMatchObject({
    code: errors.staleVersion.code,
    data: { graceDays: 5, version: 2 },
  })
})

describe('networks', () => {
  test('beyond them nobody uses what codes of system allow; everything else goes on', async () => {
    const keeper = await app.signedIn({ codes: ['system:security', 'system:user'] })
    await sql(`update security_policy set system_networks = '{10.0.0.0/8,fd00::/8}'`)
    expect(await keeper.call(securityPolicy.info)).toMatchObject({ code: errors.wrongNetwork.code })
    expect(await keeper.call(contract.members.list, {})).toMatchObject({ code: errors.wrongNetwork.code })
    expect(await sql(`select detail from security_event where kind = 'access' order by id`)).toEqual([
      { detail: errors.wrongNetwork.sentence() },
      { detail: errors.wrongNetwork.sentence() },
    ])
    expect(await keeper.call(me)).toMatchObject({ code: 0 })
  })

  test('are not set so that whoever sets them is out', async () => {
    const keeper = await app.signedIn({ codes: ['system:security'] })
    expect(
      await keeper.call(securityPolicy.save, { ...asking, systemNetworks: ['10.0.0.0/8'] }),
    ).toMatchObject({
      code: errors.locksOneselfOut.code,
    })
    expect(
      await keeper.call(securityPolicy.save, { ...asking, systemNetworks: ['127.0.0.1'] }),
    ).toMatchObject({ code: 0 })
    expect((await keeper.call(securityPolicy.info)).data.systemNetworks).toEqual(['127.0.0.1/32'])
  })
})

describe('a session', () => {
  const idleFor = (seconds: number, { memberId }: { memberId: number }) =>
    sql(`update session set input_at = now() - make_interval(secs => $1) where member_id = $2`, [
      seconds,
      memberId,
    ])

  test('of somebody with codes of money is over after half an hour without input', async () => {
    const [money, other] = [await clerk(['finance:edit']), await clerk(['device'])]
    await Promise.all([money, other].map(one => idleFor(1801, one)))
    expect(await sees(money)).toBe(errors.sessionEnded.code)
    expect(await sees(other)).toBe(0)
    expect(await sql(`select end_reason from session where member_id = $1`, [money.memberId])).toEqual([
      { end_reason: 'replaced' },
    ])
  })

  test('is kept by what its person does, and not by what their page reads by itself', async () => {
    const money = await clerk(['finance:edit'])
    await idleFor(1000, money)
    const age = async () => {
      const [row] = await sql(
        `select round(extract(epoch from now() - input_at))::int as age from session where member_id = $1`,
        [money.memberId],
      )
      return row
    }
    expect(await app.send(me, undefined, { ...bearer(money.token), 'x-idle-seconds': '1000' })).toMatchObject(
      { code: 0 },
    )
    expect(await age()).toEqual({ age: 1000 })
    expect(await app.send(me, undefined, { ...bearer(money.token), 'x-idle-seconds': '300' })).toMatchObject({
      code: 0,
    })
    expect(await age()).toEqual({ age: 300 })
    expect(await app.send(me, undefined, bearer(money.token))).toMatchObject({ code: 0 })
    expect(await age()).toEqual({ age: 0 })
  })

  test('is one of as many as are allowed', async () => {
    await set({ mostSessions: 2 })
    const first = await clerk()
    for (const _ of [1, 2]) await app.signIn(first.account, password)
    expect(await sees(first)).toBe(errors.sessionEnded.code)
  })
})
