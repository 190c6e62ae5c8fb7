import { endpoint } from '@drivesim/contract/endpoint'
import { afterEach, beforeEach, vi } from 'vitest'
import { z } from 'zod'

export const list = endpoint({
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
export const save = endpoint({
  title: '保存',
  method: 'POST',
  path: '/things/save',
  access: 'signedIn',
  input: z.object({ name: z.string(), note: z.string().nullable().optional() }),
  reply: z.literal(true),
  change: '保存',
})
export const absoluteEndpoint = endpoint({
  title: '绝对地址',
  method: 'GET',
  path: '/dm-api/upload',
  access: 'signedIn',
  absolute: true,
  reply: z.literal(true),
})

export interface SentRequest {
  readonly url: string
  readonly method: string | undefined
  readonly headers: Headers
  readonly body: string | null
}

/** A browser small enough to see through: a cookie jar, the API base, a storage, and a server that answers from a list. */
export function stubBrowser(apiBase = '/dm-api'): void {
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
}

export const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-7', ...init.headers },
  })
export const ok = (data: unknown) => json({ code: 0, msg: '', data })
export const refusal = (code: number, msg = '不行') => json({ code, msg, data: null })

export type Answer = (sent: SentRequest) => Response | Promise<Response>
/** What the page sent, in order. */
export const sentRequests: SentRequest[] = []
/** The cookies; a session is open at first. */
export const jar = new Map<string, string>()

export function serve(answer: Answer): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    }
    sentRequests.push(request)
    return answer(request)
  })
}

/** A fresh page: the modules hold a session, so every test loads them anew. */
export async function page() {
  const { call } = await import('./call.ts')
  const { useSession } = await import('./session.ts')
  const { onApiError } = await import('./callError.ts')
  const { usePending } = await import('./pending.ts')
  const shown: string[] = []
  onApiError(sentence => shown.push(sentence))
  return { call, useSession, usePending, shown }
}

export const isRefresh = ({ url }: SentRequest) => url.endsWith('/auth/token')
export const tokens = (token: string) => ok({ token, refreshToken: 'refresh-2' })

/** Before each test of a file: the browser, with a session and nothing sent. */
export function beforeEachPage(): void {
  beforeEach(() => {
    vi.resetModules()
    sentRequests.length = 0
    jar.clear()
    jar.set('token', 'old')
    jar.set('refreshToken', 'refresh-1')
    stubBrowser()
  })
  afterEach(() => vi.unstubAllGlobals())
}
