import { contract } from '@drivesim/contract'
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp, testSecret } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { patience } from '../../../../test/pace.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { openSigningKeys, type SigningKey } from '../../../platform/auth/signingKeys.ts'
import { makeTokens } from '../../../platform/auth/tokens.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { rotateKeys, rotateSigningKey } from './service.ts'
import { renewSigningKey, signingKeysOf } from './signingKeys.service.ts'

const { me } = contract.account
let app: TestApp
beforeEachTest(async built => {
  app = built
})
// The server's own key is made and gone again.
beforeEach(async () => {
  // Where another server of this database has the turn still, the task does not run here, and makes no key.
  await until(
    'the task ran',
    async () =>
      (await app.services.metrics.taskSuccess.get()).values.some(
        ({ labels }) => labels.task === 'keys.renew',
      ),
    patience(1_500),
  ).catch(() => undefined)
  await sql('delete from signing_key')
  await app.services.signingKeys.refresh()
})

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const signingKeys = () => sql('select id, begins_at, made_at from signing_key order by begins_at')
const renew = () => renewSigningKey(app.services.db, app.services.dataKeys)
/** Time goes on, as the keys see it. */
const later = (interval: string) =>
  sql(`update signing_key set made_at = made_at - $1::interval, begins_at = begins_at - $1::interval`, [
    interval,
  ])
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const answer = async (token: string) => (await app.send(me, undefined, bearer(token))).code
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as JWTHeaderParameters

test('the first key signs at once where nobody is signed in, the next after 90 days; nobody is signed out', async () => {
  expect(await renew()).toBe(0)
  expect(await renew()).toBeNull()
  await app.services.signingKeys.refresh()
  const person = await app.signedIn()
  const [{ id: first }] = (await signingKeys()) as [{ id: number }]
  expect(headerOf(person.token)).toEqual({ alg: 'HS256', kid: String(first), typ: 'at+jwt' })

  await later('91 days')
  expect(await renew()).toBe(120)
  expect(await signingKeys()).toHaveLength(2)
  await app.services.signingKeys.refresh()
  // Others may not have heard of it.
  expect(headerOf((await app.signedIn()).token).kid).toBe(String(first))
  expect(await renew()).toBeNull()

  await later('3 minutes')
  await app.services.signingKeys.refresh()
  const next = await app.signedIn()
  expect(headerOf(next.token).kid).not.toBe(String(first))
  expect([await answer(person.token), await answer(next.token)]).toEqual([0, 0])

  const stale = await signedWith(await keyOf(first), {}, { sid: await sessionOf(person.memberId) })
  expect(await answer(stale)).toBe(0)
  await later('20 minutes')
  await app.services.signingKeys.refresh()
  // Expired and not bad: whoever has it asks for another.
  expect(await answer(await signedWith(await keyOf(first), {}, { sid: 'another' }))).toBe(-80232)
  await later('1 day')
  await renew()
  expect(await signingKeys()).toHaveLength(1)
  expect(await wrongIn(app)).toEqual([])
})

test('tokens of the version before stay good, and it knows those of ours for a day', async () => {
  const { memberId } = await app.signedIn()
  const sid = await sessionOf(memberId)
  const old = await new SignJWT({ sid, num: 0, gen: 0 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10 minutes')
    .sign(secretOf(testSecret))
  expect(await answer(old)).toBe(0)
  await sql('delete from signing_key')
  expect(await renew()).toBe(86_400)
  await app.services.signingKeys.refresh()
  const { token } = await app.signedIn()
  expect(headerOf(token).kid).toBe('0')
  // As 1.1.0 looks at it.
  const { payload } = await jwtVerify(token, secretOf(testSecret), { algorithms: ['HS256'] })
  expect(payload.sid).toEqual(expect.any(String))
  await later('1 day 21 minutes')
  await app.services.signingKeys.refresh()
  const again = await new SignJWT({ sid, num: 0, gen: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10 minutes')
    .sign(secretOf(testSecret))
  expect(await answer(again)).toBe(-80232)
})

test('processes that renew at once make one key', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, renew))
  expect(made.filter(seconds => seconds !== null)).toHaveLength(1)
  expect(await signingKeys()).toHaveLength(1)
})

test('a token of a key that another process made is good soon', async () => {
  const { memberId } = await app.signedIn()
  await renew()
  await later('2 days')
  const { db, dataKeys } = app.services
  const elsewhere = await signingKeysOf(db, dataKeys, testSecret)
  expect(elsewhere.current().kid).not.toBe(app.services.signingKeys.current().kid)
  const token = await signedWith(elsewhere.current(), {}, { sid: await sessionOf(memberId) })
  // Another test may just have asked for a key that is not there.
  await until('it is read', async () => (await answer(token)) === 0)
})

test('npm run rotate-keys makes one when asked, and seals all anew with another data key', async () => {
  await renew()
  const db = openDb(openPool(app.database.ownerUrl, 1))
  try {
    expect(await rotateSigningKey(db, app.services.config)).toContain('2 分钟后起启用')
    const before = await sql('select secret from signing_key order by id')
    await rotateKeys(db, app.services.config, () => undefined)
    const after = await sql('select secret from signing_key order by id')
    expect(after).toHaveLength(2)
    expect(after).not.toEqual(before)
  } finally {
    await db.destroy()
  }
  await app.services.signingKeys.refresh()
  expect(await answer((await app.signedIn()).token)).toBe(0)
  expect(await wrongIn(app)).toEqual([])
})

test.each<[string, Changes, Changes]>([
  ['another typ', { typ: 'JWT' }, {}],
  ['no typ', { typ: undefined }, {}],
  ['another audience', {}, { aud: 'elsewhere' }],
  ['no audience', {}, { aud: undefined }],
  ['another algorithm', { alg: 'HS512' }, {}],
  ['a key that is not there', { kid: '77' }, {}],
  ['a key that no key is called', { kid: '../../etc/passwd' }, {}],
  ['the key of the version before, which is over', { kid: '0' }, {}],
])('a token with %s is refused', async (_what, header, claims) => {
  await renew()
  await app.services.signingKeys.refresh()
  const person = await app.signedIn()
  const sid = await sessionOf(person.memberId)
  const key = app.services.signingKeys.current()
  expect(await answer(await signedWith(key, {}, { sid }))).toBe(0)
  expect(await answer(await signedWith(key, header, { sid, ...claims }))).toBe(-80230)
})

test('a token that nobody signed is refused', async () => {
  await renew()
  const person = await app.signedIn()
  const sid = await sessionOf(person.memberId)
  const { kid } = app.services.signingKeys.current()
  const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = text({ sid, num: 0, gen: 0, aud: 'drivesim', exp: Math.floor(Date.now() / 1000) + 600 })
  for (const alg of ['none', 'None', 'HS256', 'RS256'])
    for (const named of [{ kid }, {}])
      expect(await answer(`${text({ alg, typ: 'at+jwt', ...named })}.${claims}.`)).toBe(-80230)
})

test('judging tokens asks the database nothing, but at most once in five seconds for keys that are not there', async () => {
  let reads = 0
  const read = async () => {
    reads += 1
    return [{ kid: '5', secret: secretOf('of a test'), beginsAt: 0 }]
  }
  const keys = await openSigningKeys(testSecret, read)
  const tokens = makeTokens(testSecret, keys)
  const one = { sessionId: 'of a test', number: 1, generation: 0 }
  for (let number = 0; number < 50; number += 1) {
    const token = await tokens.sign({ ...one, number })
    expect(await tokens.verify(token)).toEqual({ ...one, number })
  }
  expect(reads).toBe(1)
  const forged = async (kid: string) => signedWith({ ...keys.current(), kid }, {}, { sid: 'x' })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, async (_, index) => tokens.verify(await forged(String(1000 + index)))),
  )
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(reads).toBeLessThanOrEqual(2)
})

test('where keys cannot be read nobody is called a forger', async () => {
  let isAway = false
  const keys = await openSigningKeys(testSecret, async () => {
    if (isAway) throw new Error('the database is away')
    return []
  })
  isAway = true
  await expect(keys.refresh()).rejects.toThrow('away')
  const token = await makeTokens(testSecret, keys).sign({ sessionId: 'x', number: 1, generation: 0 })
  expect(await makeTokens(testSecret, keys).verify(token)).toMatchObject({ sessionId: 'x' })
})

test('a key that the database lost in a failover verifies on for 20 minutes, and signs no more', async () => {
  let stored = [{ kid: '5', secret: secretOf('of a test'), beginsAt: 0 }]
  const keys = await openSigningKeys(testSecret, async () => stored)
  stored = []
  await keys.refresh()
  expect(keys.current().kid).toBe('0')
  expect((await keys.find('5'))?.endsAt).toBeLessThanOrEqual(Date.now() + 20 * 60_000)
})

/** Undefined: without it. */
type Changes = Readonly<Record<string, string | undefined>>

const secretOf = (text: string) => new TextEncoder().encode(text)

/** What a thief of keys would have. */
async function keyOf(id: number): Promise<SigningKey> {
  const key = await app.services.signingKeys.find(String(id))
  if (key === undefined) throw new Error(`no key ${id}`)
  return key
}

async function sessionOf(memberId: number): Promise<string> {
  const [row] = (await sql('select id from session where member_id = $1', [memberId])) as { id: string }[]
  return row?.id ?? ''
}

/** A token of ours but for what is said. */
function signedWith({ kid, secret }: SigningKey, header: Changes, claims: Changes): Promise<string> {
  const { alg = 'HS256', ...rest } = { kid, typ: 'at+jwt', ...header }
  // Any longer key will do for a longer hash.
  const bytes = alg === 'HS256' ? secret : Buffer.concat([secret, secret])
  return new SignJWT(JSON.parse(JSON.stringify({ num: 0, gen: 0, aud: 'drivesim', ...claims })))
    .setProtectedHeader(JSON.parse(JSON.stringify({ alg, ...rest })))
    .setExpirationTime('10 minutes')
    .sign(bytes)
}
