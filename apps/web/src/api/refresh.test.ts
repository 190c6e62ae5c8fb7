import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  beforeEachPage,
  isRefresh,
  jar,
  json,
  list,
  ok,
  page,
  refusal,
  type SentRequest,
  save,
  sentRequests,
  serve,
  tokens,
} from './testBrowser.ts'

beforeEachPage()

/** What the page waited, in ms, in order; meanwhile `whileWaiting` happens, and no time passes. */
let waited: number[]
let whileWaiting: (round: number) => unknown

beforeEach(() => {
  waited = []
  whileWaiting = () => undefined
  vi.doMock('./backOff.ts', async importOriginal => ({
    ...(await importOriginal<typeof import('./backOff.ts')>()),
    pause: async (ms: number) => {
      waited.push(ms)
      await whileWaiting(waited.length)
    },
  }))
})
afterEach(() => vi.doUnmock('./backOff.ts'))

describe('-80232: an expired token', () => {
  const expiredUntil = (fresh: string) => (request: SentRequest) =>
    request.headers.get('token') === fresh ? ok(['fine']) : refusal(-80232)

  it('is refreshed once for all waiting calls, and each is retried once', async () => {
    serve(request => (isRefresh(request) ? tokens('new') : expiredUntil('new')(request)))
    const { call, shown } = await page()
    const replies = await Promise.all([1, 2, 3, 4].map(kind => call(list, { kind: String(kind) })))
    expect(replies).toEqual([['fine'], ['fine'], ['fine'], ['fine']])
    expect(sentRequests.filter(isRefresh)).toHaveLength(1)
    expect(sentRequests.find(isRefresh)?.body).toBe(
      '{"grant_type":"refresh_token","refresh_token":"refresh-1"}',
    )
    expect(sentRequests).toHaveLength(9)
    expect(jar.get('refreshToken')).toBe('refresh-2')
    expect(shown).toEqual([])
  })

  it('takes the token that another window has fetched, without refreshing again', async () => {
    serve(request => {
      jar.set('token', 'from-other-window')
      return expiredUntil('from-other-window')(request)
    })
    const { call } = await page()
    await expect(call(list, { kind: 'x' })).resolves.toEqual(['fine'])
    expect(sentRequests.some(isRefresh)).toBe(false)
  })

  it('keeps the idempotency key over the retry: it is the same act', async () => {
    serve(request => (isRefresh(request) ? tokens('new') : expiredUntil('new')(request)))
    const { call } = await page()
    await call(save, { name: '甲' })
    const keys = sentRequests
      .filter(request => !isRefresh(request))
      .map(one => one.headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('a failed refresh leads to login and rejects what waits, never retried with an empty token', async () => {
    serve(request => refusal(isRefresh(request) ? -80230 : -80232))
    const { call, useSession } = await page()
    const outcomes = await Promise.allSettled([call(list, { kind: '1' }), call(list, { kind: '2' })])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['rejected', 'rejected'])
    expect(sentRequests.filter(isRefresh)).toHaveLength(1)
    expect(sentRequests.filter(request => !isRefresh(request))).toHaveLength(2)
    expect(jar.size).toBe(0)
    expect(useSession.getState().signedIn).toBe(false)
  })

  it('that is expired again after the refresh leads to login, not round in circles', async () => {
    serve(request => (isRefresh(request) ? tokens('new') : refusal(-80232)))
    const { call, useSession } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -80232 })
    expect(sentRequests).toHaveLength(3)
    expect(useSession.getState().signedIn).toBe(false)
  })
})

describe('a refresh that says nothing about the token', () => {
  const restarting = () =>
    json({ code: -50503, msg: '服务暂时不可用，请稍后重试', data: null }, { status: 503 })
  const busy = () => json({ code: -50429, msg: '操作太频繁，请 3 秒后再试', data: null }, { status: 429 })
  const proxy = () => new Response('<html>', { status: 502 })
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
  const refreshes = () => sentRequests.filter(isRefresh).length
  /** Calls find the token expired; the refresh answers `trouble` until the `healed`th try. */
  const serveTrouble = (trouble: Answer, healed = Number.POSITIVE_INFINITY) =>
    serve(request => {
      if (!isRefresh(request)) return request.headers.get('token') === 'new' ? ok(['fine']) : refusal(-80232)
      return refreshes() < healed ? trouble(request) : tokens('new')
    })

  it.each([
    ['503 of our server', restarting],
    ['429', busy],
    ["a proxy's 502", proxy],
    ['no answer', unreachable],
  ])('%s is tried again, once for all waiting calls, and nobody notices', async (_, trouble) => {
    serveTrouble(trouble, 3)
    const { call, useSession, shown } = await page()
    const replies = await Promise.all([call(list, { kind: '1' }), call(list, { kind: '2' })])
    expect(replies).toEqual([['fine'], ['fine']])
    expect(refreshes()).toBe(3)
    expect(useSession.getState().signedIn).toBe(true)
    expect(shown).toEqual([])
  })

  it('waits longer each time, then the calls fail with its sentence, the session stays, and the next call tries again', async () => {
    serveTrouble(restarting)
    const { call, useSession } = await page()
    const failed = await Promise.allSettled([call(list, { kind: '1' }), call(save, { name: '甲' })])
    for (const outcome of failed)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503, code: -50503 } })
    expect(refreshes()).toBe(5)
    expect(waited).toHaveLength(4)
    for (const [round, ms] of waited.entries()) {
      expect(ms).toBeGreaterThanOrEqual(500 * 2 ** round)
      expect(ms).toBeLessThanOrEqual(1_000 * 2 ** round)
    }
    expect(jar.get('token')).toBe('old')
    expect(jar.get('refreshToken')).toBe('refresh-1')
    expect(useSession.getState().signedIn).toBe(true)
    serveTrouble(restarting, 0)
    await expect(call(list, { kind: '1' })).resolves.toEqual(['fine'])
  })

  it('takes the token that another window has fetched while this one waited', async () => {
    serveTrouble(restarting)
    whileWaiting = () => jar.set('token', 'new')
    const { call } = await page()
    await expect(call(list, { kind: 'x' })).resolves.toEqual(['fine'])
    expect(refreshes()).toBe(1)
  })

  it('after which the refresh token is refused ends the session', async () => {
    serve(request => {
      if (!isRefresh(request)) return refusal(-80232)
      return refreshes() === 1 ? restarting() : refusal(-80231, '登录已结束')
    })
    const { call, useSession, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -80231 })
    expect(shown).toEqual(['登录已结束'])
    expect(jar.size).toBe(0)
    expect(useSession.getState().signedIn).toBe(false)
  })

  it('is not waited for by a call that is given up, and goes on for the others', async () => {
    serveTrouble(restarting, 2)
    const leaving = new AbortController()
    let left: Promise<unknown> = Promise.resolve()
    whileWaiting = async () => {
      leaving.abort()
      await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    }
    const { call } = await page()
    left = call(list, { kind: '1' }, { signal: leaving.signal })
    await expect(call(list, { kind: '2' })).resolves.toEqual(['fine'])
    expect(refreshes()).toBe(2)
  })

  it('a refusal of another kind is shown, and the session stays', async () => {
    serve(one => (isRefresh(one) ? refusal(-40101, '客户端凭证不正确') : refusal(-80232)))
    const { call, useSession, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -40101 })
    expect(waited).toEqual([])
    expect(shown).toEqual(['客户端凭证不正确'])
    expect(useSession.getState().signedIn).toBe(true)
  })
})
