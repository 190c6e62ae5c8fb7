import { contract } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { query } from '../../../test/database.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`
const ownId = /^[\w-]{4}\w{4,6}$/

let app: TestApp
const idOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  String((await app.app.inject({ url: '/health/live', headers, remoteAddress })).headers['x-request-id'])

describe('behind a trusted proxy', () => {
  beforeAll(async () => {
    app = await testApp({ TRUST_PROXY: 'loopback' })
  })
  afterAll(() => app.close())

  test('a request keeps the id that it came with', async () => {
    const id = 'a8f3b1c2-0001.web:7'
    expect(await idOf({ 'x-request-id': id })).toBe(id)
    expect(await idOf({ traceparent })).toBe(trace)
    expect(await idOf({ 'x-request-id': id, traceparent })).toBe(id)
  })

  test('it is in the operation log', async () => {
    const person = await app.signedIn({ codes: ['system:role'] })
    await person.call(
      contract.roles.add,
      { roleName: '甲', codes: ['system:role'] },
      { 'x-request-id': 'the-id-of-this' },
    )
    expect(await query(app.database.ownerUrl, 'select request_id from operation_log')).toEqual([
      { request_id: 'the-id-of-this' },
    ])
  })

  test.each([
    ['short', { 'x-request-id': 'short' }],
    ['long', { 'x-request-id': 'x'.repeat(65) }],
    ['of other characters', { 'x-request-id': '{"forged": 1}' }],
    ['of a trace that is none', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['of a trace that is malformed', { traceparent: `00-${trace}` }],
  ])('an id that is %s is not taken', async (_how, headers) => {
    expect(await idOf(headers)).toMatch(ownId)
  })

  test('whoever comes past the proxy gets an id of ours', async () => {
    expect(await idOf({ 'x-request-id': 'an-id-of-theirs' }, '10.1.2.3')).toMatch(ownId)
  })
})

test('without a trusted proxy nobody gives ids', async () => {
  app = await testApp()
  try {
    expect(await idOf({ 'x-request-id': 'an-id-of-theirs', traceparent })).toMatch(ownId)
  } finally {
    await app.close()
  }
})
