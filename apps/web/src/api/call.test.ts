import { endpoint } from '@drivesim/contract/endpoint'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const list = endpoint({
  title: '列表',
  method: 'GET',
  path: '/things/{kind}',
  access: 'signedIn',
  params: z.object({ kind: z.string() }),
  input: z.object({
    name: z.string().optional(),
    ids: z.array(z.int()).optional(),
    pageNum: z.int().optional(),
  }),
  reply: z.array(z.string()),
})
const save = endpoint({
  title: '保存',
  method: 'POST',
  path: '/things/save',
  access: 'signedIn',
  input: z.object({ name: z.string(), note: z.string().nullable().optional() }),
  reply: z.literal(true),
  change: '保存',
})
const absolute = endpoint({
  title: '绝对地址',
  method: 'GET',
  path: '/dm-api/upload',
  access: 'signedIn',
  absolute: true,
  reply: z.literal(true),
})

interface Sent {
  readonly url: string
  readonly method: string | undefined
  readonly headers: Headers
  readonly body: string | null
}

/** A browser small enough to see through: a cookie jar, the API base, a storage, and a server that answers from a list. */
function stubBrowser(apiBase = '/dm-api') {
  const jar = new Map<string, string>()
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
    querySelector: () => ({ getAttribute: () => apiBase }),
  })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  return jar
}

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-7', ...init.headers },
  })
const ok = (data: unknown) => json({ code: 0, msg: '', data })
const refused = (code: number, msg = '不行') => json({ code, msg, data: null })

type Answer = (sent: Sent) => Response | Promise<Response>
let sent: Sent[]
let jar: Map<string, string>

function serve(answer: Answer): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const one = {
      url,
      method: init.method,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    }
    sent.push(one)
    return answer(one)
  })
}

/** A fresh page: the modules hold a session, so every test loads them anew. */
async function page() {
  const { call } = await import('./call.ts')
  const { useSession } = await import('./session.ts')
  const { onApiError } = await import('./callError.ts')
  const { usePending } = await import('./pending.ts')
  const shown: string[] = []
  onApiError(sentence => shown.push(sentence))
  return { call, useSession, usePending, shown }
}

/** What the page waited, in ms, in order; meanwhile `whileWaiting` happens, and no time passes. */
let waited: number[]
let whileWaiting: (round: number) => unknown

beforeEach(() => {
  vi.resetModules()
  waited = []
  whileWaiting = () => undefined
  vi.doMock('./backOff.ts', async importOriginal => ({
    ...(await importOriginal<typeof import('./backOff.ts')>()),
    pause: async (ms: number) => {
      waited.push(ms)
      await whileWaiting(waited.length)
    },
  }))
  sent = []
  jar = stubBrowser()
  jar.set('token', 'old')
  jar.set('refreshToken', 'refresh-1')
})
afterEach(() => {
  vi.doUnmock('./backOff.ts')
  vi.unstubAllGlobals()
})

const isRefresh = ({ url }: Sent) => url.endsWith('/auth/token')
const tokens = (token: string) => ok({ token, refreshToken: 'refresh-2' })

describe('what is sent', () => {
  it('fills the path, leaves empty filters out of the query, and carries the token in both headers', async () => {
    serve(() => ok([]))
    const { call } = await page()
    await call(list, { kind: 'a/b', name: '', ids: [], pageNum: 0 })
    expect(sent[0]?.url).toBe('/dm-api/things/a%2Fb?pageNum=0')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer old')
    expect(sent[0]?.headers.get('token')).toBe('old')
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it('sends a change as JSON with an idempotency key: the one given, else a fresh one per call', async () => {
    serve(() => ok(true))
    const { call } = await page()
    await call(save, { name: '甲', note: null })
    await call(save, { name: '甲' })
    await call(save, { name: '甲' }, { idempotencyKey: 'form-0001' })
    expect(sent[0]?.body).toBe('{"name":"甲","note":null}')
    const keys = sent.map(one => one.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe('form-0001')
  })

  it('uses the base of development, and none for absolute paths', async () => {
    stubBrowser('/')
    serve(() => ok([]))
    const { call } = await page()
    await call(list, { kind: 'x' })
    await call(absolute)
    expect(sent.map(one => one.url)).toEqual(['/things/x', '/dm-api/upload'])
  })

  it('sends a file as multipart, whose boundary the browser writes', async () => {
    stubBrowser('/')
    let body: unknown
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, method: init.method, headers: new Headers(init.headers), body: null })
      body = init.body
      return ok({ url: '/files/x.webp' })
    })
    const { upload } = await import('./call.ts')
    const picture = endpoint({
      ...absolute,
      method: 'POST',
      upload: true,
      reply: z.object({ url: z.string() }),
    })
    expect(await upload(picture, new Blob(['x']))).toEqual({ url: '/files/x.webp' })
    expect(sent[0]?.url).toBe('/dm-api/upload')
    expect(sent[0]?.headers.has('content-type')).toBe(false)
    expect(body instanceof FormData && body.get('file')).toBeInstanceOf(Blob)
  })

  it('shows the fixed basic credential to the token call only', async () => {
    serve(one => (isRefresh(one) ? tokens('new') : ok([])))
    const { call } = await page()
    const { session } = await import('@drivesim/contract/session')
    await call(session.token, { grant_type: 'password', username: 'a', password: 'b' })
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa('drivesim-web:drivesim-web')}`)
    expect(sent[0]?.headers.has('token')).toBe(false)
  })
})

describe('what comes back (spec §8)', () => {
  it('without code and err_code: 服务器返回不合法, and the call fails', async () => {
    serve(() => json({ data: [] }))
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toThrow('服务器返回不合法')
    expect(shown).toEqual(['服务器返回不合法'])
  })

  it('a page instead of JSON is illegal too', async () => {
    serve(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    const { call } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toThrow('服务器返回不合法')
  })

  it.each([-80230, -80231])('%i: token cleared, to login', async code => {
    serve(() => refused(code, '请重新登录'))
    const { call, useSession } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code })
    expect(jar.size).toBe(0)
    expect(useSession.getState().signedIn).toBe(false)
  })

  it('a negative code shows msg, or err_msg where the reply is of that kind', async () => {
    serve(one =>
      one.url.includes('old')
        ? json({ err_code: -5, err_msg: '旧接口说不行' })
        : refused(-10201, '编号已被使用'),
    )
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -10201, requestId: 'req-7' })
    await expect(call(list, { kind: 'old' })).rejects.toMatchObject({ code: -5 })
    expect(shown).toEqual(['编号已被使用', '旧接口说不行'])
  })

  it('-10000 fails without a word; a form shows its failures itself', async () => {
    serve(one => refused(one.method === 'GET' ? -10000 : -10201))
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -10000 })
    await expect(call(save, { name: '甲' }, { quiet: true })).rejects.toMatchObject({ code: -10201 })
    expect(shown).toEqual([])
  })

  it('an HTTP failure shows status, status text, a plain sentence and the request id', async () => {
    serve(
      () =>
        new Response('no', { status: 502, statusText: 'Bad Gateway', headers: { 'x-request-id': 'req-9' } }),
    )
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ status: 502, requestId: 'req-9' })
    expect(shown).toEqual(['502 Bad Gateway：服务器没有响应，请稍后重试（编号 req-9）'])
  })

  it('a lost network is one sentence', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toThrow('网络连接失败')
    expect(shown).toEqual(['网络连接失败，请检查网络后重试'])
  })

  it('an abort is shown to nobody', async () => {
    const abort = new AbortController()
    serve(() => {
      abort.abort()
      return Promise.reject(new DOMException('gone', 'AbortError'))
    })
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' }, { signal: abort.signal })).rejects.toThrow('gone')
    expect(shown).toEqual([])
  })

  it('counts what is on its way, whether it succeeds or fails', async () => {
    let seen = 0
    serve(one => {
      seen = Math.max(seen, pending.getState().count)
      return one.url.includes('bad') ? refused(-1) : ok([])
    })
    const { call, usePending: pending } = await page()
    await Promise.allSettled([call(list, { kind: 'a' }), call(list, { kind: 'bad' })])
    expect(seen).toBe(2)
    expect(pending.getState().count).toBe(0)
  })
})

describe('-80232: an expired token', () => {
  const expiredUntil = (fresh: string) => (one: Sent) =>
    one.headers.get('token') === fresh ? ok(['fine']) : refused(-80232)

  it('is refreshed once for all waiting calls, and each is retried once', async () => {
    serve(one => (isRefresh(one) ? tokens('new') : expiredUntil('new')(one)))
    const { call, shown } = await page()
    const replies = await Promise.all([1, 2, 3, 4].map(kind => call(list, { kind: String(kind) })))
    expect(replies).toEqual([['fine'], ['fine'], ['fine'], ['fine']])
    expect(sent.filter(isRefresh)).toHaveLength(1)
    expect(sent.find(isRefresh)?.body).toBe('{"grant_type":"refresh_token","refresh_token":"refresh-1"}')
    expect(sent).toHaveLength(9)
    expect(jar.get('refreshToken')).toBe('refresh-2')
    expect(shown).toEqual([])
  })

  it('takes the token that another window has fetched, without refreshing again', async () => {
    serve(one => {
      jar.set('token', 'from-other-window')
      return expiredUntil('from-other-window')(one)
    })
    const { call } = await page()
    await expect(call(list, { kind: 'x' })).resolves.toEqual(['fine'])
    expect(sent.some(isRefresh)).toBe(false)
  })

  it('keeps the idempotency key over the retry: it is the same act', async () => {
    serve(one => (isRefresh(one) ? tokens('new') : expiredUntil('new')(one)))
    const { call } = await page()
    await call(save, { name: '甲' })
    const keys = sent.filter(one => !isRefresh(one)).map(one => one.headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('a failed refresh leads to login and rejects what waits, never retried with an empty token', async () => {
    serve(one => refused(isRefresh(one) ? -80230 : -80232))
    const { call, useSession } = await page()
    const outcomes = await Promise.allSettled([call(list, { kind: '1' }), call(list, { kind: '2' })])
    expect(outcomes.map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(sent.filter(isRefresh)).toHaveLength(1)
    expect(sent.filter(one => !isRefresh(one))).toHaveLength(2)
    expect(jar.size).toBe(0)
    expect(useSession.getState().signedIn).toBe(false)
  })

  it('that is expired again after the refresh leads to login, not round in circles', async () => {
    serve(one => (isRefresh(one) ? tokens('new') : refused(-80232)))
    const { call, useSession } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -80232 })
    expect(sent).toHaveLength(3)
    expect(useSession.getState().signedIn).toBe(false)
  })
})

describe('a refresh that says nothing about the token', () => {
  const restarting = () =>
    json({ code: -50503, msg: '服务暂时不可用，请稍后重试', data: null }, { status: 503 })
  const busy = () => json({ code: -50429, msg: '操作太频繁，请 3 秒后再试', data: null }, { status: 429 })
  const proxy = () => new Response('<html>', { status: 502 })
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
  const refreshes = () => sent.filter(isRefresh).length
  /** Calls find the token expired; the refresh answers `trouble` until the `healed`th try. */
  const serveTrouble = (trouble: Answer, healed = Number.POSITIVE_INFINITY) =>
    serve(one => {
      if (!isRefresh(one)) return one.headers.get('token') === 'new' ? ok(['fine']) : refused(-80232)
      return refreshes() < healed ? trouble(one) : tokens('new')
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
    for (const one of failed)
      expect(one).toMatchObject({ status: 'rejected', reason: { status: 503, code: -50503 } })
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
    serve(one => {
      if (!isRefresh(one)) return refused(-80232)
      return refreshes() === 1 ? restarting() : refused(-80231, '登录已结束')
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
    serve(one => (isRefresh(one) ? refused(-40101, '客户端凭证不正确') : refused(-80232)))
    const { call, useSession, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -40101 })
    expect(waited).toEqual([])
    expect(shown).toEqual(['客户端凭证不正确'])
    expect(useSession.getState().signedIn).toBe(true)
  })
})
