import { type AccessCode, accessCodes, contract, type Endpoint, errors } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basicHeader, type Client, type TestApp, testApp } from './app.ts'
import { makeIds, rowsOf } from './organisationIds.ts'
import { type Ids, sampleInput } from './samples.ts'

// The whole contract × accounts × a foreign organisation's ids: a new call is covered the day it is written.

const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, call]): [string, Endpoint] => [`${domain}.${name}`, call]),
)
const guarded = endpoints.filter(([, { access }]) => access !== 'anonymous' && access !== 'basic')
const byCode = guarded.flatMap(([name, endpoint]) =>
  typeof endpoint.access === 'string' ? [] : [[name, endpoint, endpoint.access] as const],
)
/** A stream that is admitted does not end by itself. */
const answering = guarded.filter(([, { reply }]) => reply !== 'events')

const foreignMark = 'FOREIGN'
let app: TestApp
let own: Ids
let foreign: Ids

beforeAll(async () => {
  app = await testApp()
  own = await makeIds(app, 'OWN')
  foreign = await makeIds(app, foreignMark)
})
afterAll(() => app.close())

const send = (client: Pick<Client, 'send'>, endpoint: Endpoint, ids: Ids) =>
  client.send(endpoint, sampleInput(endpoint, ids))

test('every path and method stands once', () => {
  const routes = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

describe('without signing in', () => {
  test.each(guarded)('%s: -80230, whatever is sent', async (_name, endpoint) => {
    expect(await send(app, endpoint, own)).toMatchObject({ status: 200, code: -80230 })
    expect(await app.send(endpoint, { simulatorId: 'rubbish' })).toMatchObject({ code: -80230 })
  })

  test.each(endpoints.filter(([, { access }]) => access === 'basic'))(
    '%s: the client credential',
    async (_name, endpoint) => {
      expect(await send(app, endpoint, own)).toMatchObject({ code: errors.basicCredential.code })
      const answer = await app.send(endpoint, sampleInput(endpoint, own), { authorization: basicHeader })
      expect(answer.code).not.toBe(errors.basicCredential.code)
    },
  )

  test.each(endpoints.filter(([, { access }]) => access === 'anonymous'))(
    '%s: open',
    async (_name, endpoint) => {
      expect(await send(app, endpoint, own)).toMatchObject({ code: 0 })
    },
  )
})

describe('lacking the code', () => {
  test.each(byCode)(
    '%s: every other code together does not help, access before validation',
    async (_name, endpoint, access) => {
      const others = accessCodes.filter(code => !access.includes(code))
      const person = await app.signedIn({ codes: others })
      expect(await send(person, endpoint, own)).toMatchObject({ status: 200, code: errors.forbidden.code })
      expect(await person.send(endpoint, { simulatorId: 'rubbish' })).toMatchObject({
        code: errors.forbidden.code,
      })
    },
  )

  test.each(byCode.filter(([, { reply }]) => reply !== 'events'))(
    '%s: any one of its codes is enough',
    async (_name, endpoint, access) => {
      for (const code of access) {
        const person = await app.signedIn({ codes: [code as AccessCode], organs: [] })
        expect((await send(person, endpoint, own)).code).not.toBe(errors.forbidden.code)
      }
    },
  )
})

describe("a foreign organisation's ids", () => {
  test.each(answering)('%s: shows nothing of it and changes nothing in it', async (_name, endpoint) => {
    const person = await app.signedIn({ codes: accessCodes, organs: [own.organ] })
    const before = await rowsOf(app, foreign.organ)
    const answer = await send(person, endpoint, foreign)
    expect(answer.status).toBe(200)
    // The sentence may repeat what was sent; the data may not hold anything of it.
    expect(answer.body.replace(answer.msg, '')).not.toContain(foreignMark)
    expect(await rowsOf(app, foreign.organ)).toEqual(before)
    if (endpoint.change !== undefined && endpoint.input !== undefined) expect(answer.code).toBeLessThan(0)
  })
})
