import { endpoint } from '@drivesim/contract/endpoint'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  absoluteEndpoint,
  beforeEachPage,
  isRefresh,
  jar,
  json,
  list,
  ok,
  page,
  refusal,
  save,
  sentRequests,
  serve,
  stubBrowser,
  tokens,
} from './testBrowser.ts'

beforeEachPage()

describe('what is sent', () => {
  it('fills the path, leaves empty filters out of the query, and carries the token in both headers', async () => {
    serve(() => ok([]))
    const { call } = await page()
    await call(list, { kind: 'a/b', name: '', ids: [], pageNum: 0 })
    expect(sentRequests[0]?.url).toBe('/dm-api/things/a%2Fb?pageNum=0')
    expect(sentRequests[0]?.headers.get('authorization')).toBe('Bearer old')
    expect(sentRequests[0]?.headers.get('token')).toBe('old')
    expect(sentRequests[0]?.headers.has('idempotency-key')).toBe(false)
  })

  it('sends a change as JSON with an idempotency key, a fresh one per act', async () => {
    serve(() => ok(true))
    const { call } = await page()
    await call(save, { name: '甲', note: null })
    await call(save, { name: '甲' })
    expect(sentRequests[0]?.body).toBe('{"name":"甲","note":null}')
    const keys = sentRequests.map(request => request.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })

  it('uses the base of development, and none for absolute paths', async () => {
    stubBrowser('/')
    serve(() => ok([]))
    const { call } = await page()
    await call(list, { kind: 'x' })
    await call(absoluteEndpoint)
    expect(sentRequests.map(request => request.url)).toEqual(['/things/x', '/dm-api/upload'])
  })

  it('sends a file as multipart, with the boundary that the browser writes', async () => {
    stubBrowser('/')
    let body: unknown
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sentRequests.push({ url, method: init.method, headers: new Headers(init.headers), body: null })
      body = init.body
      return ok({ url: '/files/x.webp' })
    })
    const { upload } = await import('./call.ts')
    const picture = endpoint({
      ...absoluteEndpoint,
      method: 'POST',
      upload: true,
      reply: z.object({ url: z.string() }),
    })
    expect(await upload(picture, new Blob(['x']))).toEqual({ url: '/files/x.webp' })
    expect(sentRequests[0]?.url).toBe('/dm-api/upload')
    expect(sentRequests[0]?.headers.has('content-type')).toBe(false)
    expect(body instanceof FormData && body.get('file')).toBeInstanceOf(Blob)
  })

  it('shows the fixed basic credential to the token call only', async () => {
    serve(request => (isRefresh(request) ? tokens('new') : ok([])))
    const { call } = await page()
    const { session } = await import('@drivesim/contract/people/session')
    await call(session.token, { grant_type: 'password', username: 'a', password: 'b' })
    expect(sentRequests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('drivesim-web:drivesim-web')}`)
    expect(sentRequests[0]?.headers.get('token')).toBe('old')
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
    serve(() => refusal(code, '请重新登录'))
    const { call, useSession } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code })
    expect(jar.size).toBe(0)
    expect(useSession.getState().signedIn).toBe(false)
  })

  it('a negative code shows msg, or err_msg where the reply is of that kind', async () => {
    serve(request =>
      request.url.includes('old')
        ? json({ err_code: -5, err_msg: '旧接口说不行' })
        : refusal(-10201, '编号已被使用'),
    )
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code: -10201, requestId: 'req-7' })
    await expect(call(list, { kind: 'old' })).rejects.toMatchObject({ code: -5 })
    expect(shown).toEqual(['编号已被使用', '旧接口说不行'])
  })

  it.each([
    [{ code: 0, err_code: -5, err_msg: '旧接口说不行' }, -5, '旧接口说不行'],
    [{ code: -7, msg: '不行', err_code: 0 }, -7, '不行'],
    [{ code: '-10201', msg: '编号已被使用' }, -10201, '编号已被使用'],
    [{ err_code: '-5', err_msg: '旧接口说不行' }, -5, '旧接口说不行'],
  ])('%j is refused, whichever of the two codes says so, as number or text', async (body, code, sentence) => {
    serve(() => json(body))
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ code })
    expect(shown).toEqual([sentence])
  })

  it('a code in text that accepts is accepted', async () => {
    serve(() => json({ code: '0', msg: '', data: ['甲'] }))
    const { call } = await page()
    expect(await call(list, { kind: 'x' })).toEqual(['甲'])
  })

  it('-10000 fails without a word; a form shows its failures itself', async () => {
    serve(request => refusal(request.method === 'GET' ? -10000 : -10201))
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

  it.each([
    [502, '502 网关错误：服务器没有响应，请稍后重试'],
    [520, '520 请求失败：服务器出错，请稍后重试；如仍失败请联系管理员'],
  ])('over HTTP/2, which sends no status text, %i is named in words of ours', async (status, sentence) => {
    serve(() => new Response('no', { status }))
    const { call, shown } = await page()
    await expect(call(list, { kind: 'x' })).rejects.toMatchObject({ status })
    expect(shown).toEqual([sentence])
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
    serve(request => {
      seen = Math.max(seen, pending.getState().count)
      return request.url.includes('bad') ? refusal(-1) : ok([])
    })
    const { call, usePending: pending } = await page()
    await Promise.allSettled([call(list, { kind: 'a' }), call(list, { kind: 'bad' })])
    expect(seen).toBe(2)
    expect(pending.getState().count).toBe(0)
  })
})
