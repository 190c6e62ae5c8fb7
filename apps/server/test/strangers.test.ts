import { accessCodes, contract, type Endpoint } from '@drivesim/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayLive } from '../src/modules/tools/live/service.ts'
import { basicHeader, requestOf, type TestApp, testApp } from './app.ts'
import { until } from './device.ts'
import { edgeDays, hostileInput, replaceDeepValues } from './hostile.ts'
import { openLiveStream, visitStream } from './liveStream.ts'
import { makeWorld, foreignMark as mark, matrixCalls, type World } from './matrix.ts'
import { patience } from './pace.ts'
import { rowsOf } from './place.ts'

// Every call, sent what its own schema allows, nearly allows or never would: about ten requests for each, or as many
// as there is time for.

const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const requests = 4_400
const length =
  seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : { numRuns: requests }
/** The same each time, so that a failure is of the change that was made; the long forms take others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** After so many requests somebody new goes on: calls have limits a minute, and people lose their rights. */
const requestsOfOne = 250

const calls = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, call]): [string, Endpoint] => [`${domain}.${name}`, call]),
)
const endpoints = Object.fromEntries(calls)

/** Bytes that are read of somebody who is not signed in. */
const mostOfStrangers = 4096

/** What only the inside says. */
const inside =
  /\n\s+at .+:\d+|node_modules|\.(ts|js):\d+|violates [\w-]+ constraint|(relation|column|constraint) \\?"|syntax error at|invalid input syntax|duplicate key|SQLSTATE|ECONNREFUSED/

let app: TestApp
/** Streams need a connection; the other calls are injected. */
let base: string
let world: World
beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' })
  base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  world = await makeWorld(app)
})
afterAll(() => app.close())

const garbage = fc.oneof(
  fc.constant({}),
  fc.record({ 'idempotency-key': fc.string({ unit: 'grapheme-ascii', maxLength: 300 }) }),
  fc.record({ 'idempotency-key': fc.uuid() }),
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
 * What the samples have in a field of that name. Only numbers of the foreign things are sent, so that whatever carries
 * its mark came from its rows.
 */
const known = ({ access }: Endpoint) => {
  // Whoever stands before a device may report it, whosever it is.
  const of = access === 'anonymous' ? (['own'] as const) : (['own', 'own', 'foreign'] as const)
  return (field: string) => [...samplesOf(field, of), ...(/Date$/.test(field) ? sameDays : [])]
}

/** Both ends of a range are often one of these, or it would be refused for its length. */
const sameDays = edgeDays.slice(0, 2)

const samplesOf = (field: string, places: readonly ('own' | 'foreign')[]) =>
  matrixCalls.flatMap(call =>
    places.flatMap((of): unknown[] => {
      const value = world.input(call, of)[field]
      return value === undefined || JSON.stringify(value).toUpperCase().includes(mark) ? [] : [value]
    }),
  )

/** A stream that is open while the foreign organisation's simulator and command change, and closed once it is left. */
async function visit({ url, query, headers }: ReturnType<typeof requestOf>, memberId: number) {
  const address = new URL(`${base}${url}`)
  address.search = new URLSearchParams(query).toString()
  const { bus, db } = app.services
  const watching = await openLiveStream(base, (await app.signedIn({ codes: ['device'] })).token)
  const visited = await visitStream(address, headers, async () => {
    await sayLive(bus, db, { simulator: [world.foreign.simulator], command: [world.foreign.command] })
    // Who may see them has both: whatever the stranger gets of them comes before the unread messages.
    await watching.wait('simulator', ({ simulatorId }) => simulatorId === world.foreign.simulator)
    await watching.wait('command', ({ commandId }) => commandId === world.foreign.command)
    await sayLive(bus, db, { unread: [memberId] })
  })
  watching.close()
  const open = async () => (await app.services.metrics.streams.get()).values[0]?.value
  await until('the stream that was left is closed', async () => (await open()) === 0)
  expect(visited.body).not.toMatch(new RegExp(`"simulatorId":${world.foreign.simulator}\\b`))
  return visited
}

test(`${seconds > 0 ? `${seconds} s` : `${requests} requests`} of rubbish for every call, seed ${seed}: no 5xx, nothing of the inside, no foreign row`, {
  timeout: patience((seconds + 300) * 1000),
}, async () => {
  const inputs = calls.map(([name, endpoint]) =>
    fc.record({ name: fc.constant(name), input: hostileInput(endpoint, known(endpoint)), headers: garbage }),
  )
  const before = await rowsOf(app, world.foreign)
  const met = new Map<string, Set<number>>()
  let sent = 0
  let person = { token: '', memberId: 0 }
  const renew = async () => {
    person = await app.signedIn({ codes: accessCodes, organs: [world.own.organ] })
  }
  await fc.assert(
    fc.asyncProperty(fc.oneof(...inputs), async ({ name, input, headers }) => {
      const endpoint = endpoints[name]
      if (endpoint === undefined) throw new Error(`no call ${name}`)
      if (sent % requestsOfOne === 0) await renew()
      sent += 1
      const authorization = endpoint.access === 'basic' ? basicHeader : `Bearer ${person.token}`
      const written = requestOf(app.services.config.apiBase, endpoint, input, { authorization, ...headers })
      const payload =
        typeof written.payload === 'string' ? replaceDeepValues(written.payload) : written.payload
      const request = { ...written, ...(payload !== undefined && { payload }) }
      const remoteAddress = `10.0.${Math.floor(sent / 250) % 250}.${sent % 250}`
      const response =
        endpoint.reply === 'events'
          ? await visit(request, person.memberId)
          : await app.app.inject({ ...request, remoteAddress })
      const said = `${name} ${response.statusCode} ${response.body.slice(0, 500)}`
      expect(response.statusCode, said).toBeLessThan(500)
      expect(response.body, name).not.toMatch(inside)
      expect(response.body, name).not.toContain(mark)
      const isOpen = endpoint.access === 'basic' || endpoint.access === 'anonymous'
      if (isOpen && String(payload ?? '').length > mostOfStrangers) expect(response.statusCode).toBe(413)
      const code = codeOf(response.body)
      met.set(name, (met.get(name) ?? new Set()).add(code))
      // Signed out, or without its password, by what it was told to do.
      if (code <= -80230 && code >= -80240) await renew()
    }),
    // Made smaller step by step, what was found would not be told before the time is over.
    { seed, ...length, endOnFailure: true },
  )
  expect(await rowsOf(app, world.foreign)).toEqual(before)
  const answered = [...met.values()].filter(codes => codes.has(0)).length
  console.log(`strangers: ${sent} requests, seed ${seed}; ${answered} of ${calls.length} calls also answered`)
  expect(Object.keys(endpoints).filter(name => !met.has(name))).toEqual([])
})

/** The code of an envelope; 0 for a file or a stream. */
function codeOf(body: string): number {
  const found = /^\{"(?:err_)?code":(-?\d+)/.exec(body)
  return Number(found?.[1] ?? 0)
}
