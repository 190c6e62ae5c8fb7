import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { contract, type Endpoint } from '@drivesim/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { devicesPart, everybodysParts } from '../modules/board/home/service.ts'
import { mintScope } from '../platform/auth/scope.ts'
import type { RenderFirst } from '../platform/http/site.ts'
import type { Services } from '../platform/module.ts'

/** What apps/web/src/speed/firstPage.tsx is built to. */
interface FirstPage {
  renderFirstPage(answers: Readonly<Record<'me' | 'overview' | 'unread', unknown>>): string
  /** Renders it for nobody. */
  rehearse(): void
}

/** Addresses that show 首页. */
const homePaths = ['/', '/home']

/** After so many the code is compiled, and each connection that 首页 takes has its plans. */
const rehearsals = 8

/**
 * Renders 首页 for somebody signed in, by the web's own components, so that it is seen before the browser has any code
 * (docs/decisions/0014). What it shows comes from the calls themselves, made with the person's token: access, scope and
 * everything else hold as they do for the browser. Whatever goes wrong is left to the browser, which says it as always.
 * @param longestMs after which the page goes without what is rendered: its code is there by then
 */
export function firstPage(
  app: FastifyInstance,
  services: Services,
  file: string,
  longestMs: number,
): RenderFirst {
  let loaded: Promise<FirstPage> | undefined
  const load = (): Promise<FirstPage> => (loaded ??= import(pathToFileURL(file).href))
  if (!existsSync(file)) {
    app.log.warn(`the first page is not built: ${file} is missing`)
    return () => null
  }
  const closing = new AbortController()
  let rehearsed: Promise<void> | undefined
  app.addHook('onListen', async () => {
    const page = await load()
    // Nobody waits for it.
    rehearsed = rehearse(services, page, closing.signal).catch(error =>
      app.log.error({ err: error }, 'the first page was not rehearsed'),
    )
  })
  // The door is closed meanwhile, and people's calls under way are answered: none of that waits for a rehearsal.
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', () => rehearsed)
  return (request, token) => (homePaths.includes(request.url) ? rendered(request, token) : null)

  async function rendered(request: FastifyRequest, token: string): Promise<string> {
    try {
      const ask = (endpoint: Endpoint) => dataOf(app, request, token, `${services.apiBase}${endpoint.path}`)
      const { account, home, messages } = contract
      const asked = Promise.all([account.me, home.overview, messages.count].map(ask))
      const [me, overview, unread] = (await inTime(asked, longestMs)) ?? []
      if (me == null || overview == null || unread == null) return ''
      const { renderFirstPage } = await load()
      const answers = { me, overview, unread }
      return `<div id="server-rendered" inert>${renderFirstPage(answers)}</div>${asScript(answers)}`
    } catch (error) {
      request.log.error({ err: error }, 'the first page was not rendered')
      return ''
    }
  }
}

/** The first people do not wait for connections, plans and code that is not compiled yet: they would miss what is rendered. */
async function rehearse(
  { db, authentication }: Services,
  page: FirstPage,
  closing: AbortSignal,
): Promise<void> {
  const nobody = mintScope([])
  for (let time = 0; time < rehearsals && !closing.aborted; time += 1) {
    // As many at once as a visit has.
    const admitted = [1, 2, 3].map(() =>
      authentication.findPerson({ sessionId: randomUUID(), number: 0, generation: 0 }, null),
    )
    await Promise.all([devicesPart(db, nobody), everybodysParts(db, nobody, 0), ...admitted])
    page.rehearse()
    // What came meanwhile is answered.
    await setImmediate()
  }
}

/** What is there in time; null where it is not, whatever becomes of it. */
async function inTime<T>(asked: Promise<T>, longestMs: number): Promise<T | null> {
  const late = new AbortController()
  try {
    return await Promise.race([asked, wait(longestMs, null, { signal: late.signal })])
  } finally {
    late.abort()
  }
}

/** `data` of a call that the requester would be answered; null where it is refused. */
async function dataOf(app: FastifyInstance, request: FastifyRequest, token: string, url: string) {
  const headers: OutgoingHttpHeaders = { ...request.headers, accept: 'application/json', token }
  // It would be answered compressed.
  delete headers['accept-encoding']
  const { remoteAddress = '' } = request.socket
  const response = await app.inject({ method: 'GET', url, headers, remoteAddress })
  const { code, data }: { code: number; data: unknown } = response.json()
  return response.statusCode === 200 && code >= 0 ? data : null
}

/** What was rendered, for the browser to go on from: data, not code; nothing in it ends the element. */
function asScript(answers: unknown): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="first-answers">${json}</script>`
}
