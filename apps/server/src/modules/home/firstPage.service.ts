import { existsSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { contract, type Endpoint } from '@drivesim/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DrawFirst } from '../../platform/http/site.ts'

/** What apps/web/src/firstPage.tsx is built to. */
interface FirstPage {
  renderFirstPage(answers: Readonly<Record<'me' | 'overview' | 'unread', unknown>>): string
}

/** Addresses that show 首页. */
const homePaths = ['/', '/home']

/**
 * Draws 首页 for somebody signed in, by the web's own components, so that it is seen before the browser has any code
 * (docs/decisions/0014). What it shows comes from the calls themselves, made with the person's token: access, scope and
 * everything else hold as they do for the browser. Whatever goes wrong is left to the browser, which says it as always.
 * @param longestMs after which the page goes without what is drawn: its code comes while the calls are answered
 */
export function firstPage(app: FastifyInstance, file: string, apiBase: string, longestMs: number): DrawFirst {
  let loaded: Promise<FirstPage> | undefined
  const load = (): Promise<FirstPage> => (loaded ??= import(pathToFileURL(file).href))
  if (!existsSync(file)) {
    app.log.warn(`the first page is not built: ${file} is missing`)
    return async () => null
  }
  app.addHook('onListen', async () => void (await load()))
  return async (request, token) => {
    if (!homePaths.includes(request.url)) return null
    try {
      const ask = (endpoint: Endpoint) => dataOf(app, request, token, `${apiBase}${endpoint.path}`)
      const { account, home, messages } = contract
      const asked = Promise.all([account.me, home.overview, messages.count].map(ask))
      const [me, overview, unread] = (await inTime(asked, longestMs)) ?? []
      if (me == null || overview == null || unread == null) return null
      const { renderFirstPage } = await load()
      const answers = { me, overview, unread }
      return `<div id="server-rendered" inert>${renderFirstPage(answers)}</div>${asScript(answers)}`
    } catch (error) {
      request.log.error({ err: error }, 'the first page was not drawn')
      return null
    }
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

/** What was drawn, for the browser to go on from: data, not code; nothing in it ends the element. */
function asScript(answers: unknown): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="first-answers">${json}</script>`
}
