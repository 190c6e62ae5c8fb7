import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

// What a server shows of itself where others can reach it.

test('without METRICS_TOKEN a server that others reach tells nobody what it counts', async () => {
  const exposed = await testApp({ PUBLIC_URL: 'https://sim.example.com' })
  try {
    const response = await exposed.app.inject({ method: 'GET', url: '/metrics' })
    expect(response.json().code).toBe(errors.forbidden.code)
  } finally {
    await exposed.close()
  }
})

describe('a server behind a proxy', () => {
  let exposed: TestApp
  beforeAll(async () => {
    exposed = await testApp({ TRUST_PROXY: 'loopback', METRICS_TOKEN: 'for-prometheus' })
  })
  afterAll(() => exposed.close())
  const get = async (url: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return exposed.app.inject({ method: 'GET', url, headers })
  }

  test('tells what it counts to whoever has the token', async () => {
    expect((await get('/metrics')).json().code).toBe(errors.forbidden.code)
    expect((await get('/metrics', 'for-prometheus')).body).toContain('http_request_seconds_bucket')
  })

  test.each(['/docs/json', '/docs/yaml'])('shows %s to people with "system"', async url => {
    const stranger = await exposed.signedIn({ codes: ['system:role'] })
    const operator = await exposed.signedIn({ codes: ['system'] })
    expect((await get(url)).json().code).toBe(errors.badToken.code)
    expect((await get(url, stranger.token)).json().code).toBe(errors.forbidden.code)
    expect((await get(url, operator.token)).body).toContain(contract.session.token.path)
  })

  test('the reader without a document is for everybody', async () => {
    const { statusCode, body } = await get('/docs')
    expect(statusCode).toBe(200)
    expect(body).not.toContain(contract.session.token.path)
  })
})
