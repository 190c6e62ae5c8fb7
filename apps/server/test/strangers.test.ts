import { accessCodes, contract, type Endpoint } from '@drivesim/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basicHeader, requestOf, type TestApp, testApp } from './app.ts'
import { hostileInput } from './hostile.ts'
import { makeIds, rowsOf } from './organisationIds.ts'
import { type Ids, samples } from './samples.ts'

// Every call, sent what its own schema allows, nearly allows or never would, for as long as there is time.

const seconds = Number(process.env.FUZZ_SECONDS ?? 60)
/** The same each time, so that a failure is of the change that was made; the bench takes others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** After so many requests somebody new goes on: calls have limits a minute, and people lose their rights. */
const requestsOfOne = 250

// A stream that is admitted does not end by itself.
const calls = Object.entries(contract)
  .flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, call]): [string, Endpoint] => [`${domain}.${name}`, call]),
  )
  .filter(([, { reply }]) => reply !== 'events')
const endpoints = Object.fromEntries(calls)

const mark = 'FOREIGN'
/** What only the inside says. */
const inside =
  /\n\s+at .+:\d+|node_modules|\.(ts|js):\d+|violates [\w-]+ constraint|(relation|column|constraint) \\?"|syntax error at|invalid input syntax|duplicate key|SQLSTATE|ECONNREFUSED/

let app: TestApp
let own: Ids
let foreign: Ids
beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' })
  own = await makeIds(app, 'OWN')
  foreign = await makeIds(app, mark)
})
afterAll(() => app.close())

const garbage = fc.oneof(
  fc.constant({}),
  fc.record({ 'idempotency-key': fc.string({ unit: 'grapheme-ascii', maxLength: 300 }) }),
  fc.record({ token: fc.string({ unit: 'grapheme-ascii', maxLength: 300 }) }),
  fc.record({ cookie: fc.string({ unit: 'grapheme-ascii', maxLength: 2000 }) }),
  fc.record({ 'user-agent': fc.string({ unit: 'grapheme-ascii', maxLength: 2000 }) }),
  fc.record({ 'x-forwarded-for': fc.string({ unit: 'grapheme-ascii', maxLength: 200 }) }),
  fc.record({
    accept: fc.constantFrom('text/html', '*/*;q=9', 'x'),
    'accept-encoding': fc.constant('zip, *;q=0'),
  }),
)

/**
 * Only numbers of the foreign things are sent, so that whatever carries its mark came from its rows. Where the samples
 * have an id of nothing, it is one of what the requests make.
 */
const known = (field: string) =>
  [own, own, foreign].flatMap((ids): unknown[] => {
    const value: unknown = Reflect.get(samples(ids), field)
    if (value === 999_999) return [1, 2, 3]
    return value === undefined || JSON.stringify(value).includes(mark) ? [] : [value]
  })

test(`${seconds} s of rubbish for every call, seed ${seed}: no 5xx, nothing of the inside, no foreign row`, {
  timeout: (seconds + 60) * 1000,
}, async () => {
  const inputs = calls.map(([name, endpoint]) =>
    fc.record({ name: fc.constant(name), input: hostileInput(endpoint, known), headers: garbage }),
  )
  const before = await rowsOf(app, foreign.organ)
  const met = new Map<string, Set<number>>()
  let sent = 0
  let authorization = ''
  const renew = async () => {
    const person = await app.signedIn({ codes: accessCodes, organs: [own.organ] })
    authorization = `Bearer ${person.token}`
  }
  await fc.assert(
    fc.asyncProperty(fc.oneof(...inputs), async ({ name, input, headers }) => {
      const endpoint = endpoints[name]
      if (endpoint === undefined) throw new Error(`no call ${name}`)
      if (sent % requestsOfOne === 0) await renew()
      sent += 1
      const credential = endpoint.access === 'basic' ? basicHeader : authorization
      const response = await app.app.inject({
        ...requestOf(app.house.config.apiBase, endpoint, input, { authorization: credential, ...headers }),
        remoteAddress: `10.0.${Math.floor(sent / 250) % 250}.${sent % 250}`,
      })
      const said = `${name} ${response.statusCode} ${response.body.slice(0, 500)}`
      expect(response.statusCode, said).toBeLessThan(500)
      expect(response.body, name).not.toMatch(inside)
      expect(response.body, name).not.toContain(mark)
      const code = codeOf(response.body)
      met.set(name, (met.get(name) ?? new Set()).add(code))
      // Signed out, or without its password, by what it was told to do.
      if (code <= -80230 && code >= -80240) await renew()
    }),
    { seed, numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false },
  )
  expect(await rowsOf(app, foreign.organ)).toEqual(before)
  const answered = [...met.values()].filter(codes => codes.has(0)).length
  console.log(`strangers: ${sent} requests, seed ${seed}; ${answered} of ${calls.length} calls also answered`)
  expect(Object.keys(endpoints).filter(name => !met.has(name))).toEqual([])
})

/** The code of an envelope; 0 for a file. */
function codeOf(body: string): number {
  const found = /^\{"(?:err_)?code":(-?\d+)/.exec(body)
  return Number(found?.[1] ?? 0)
}
