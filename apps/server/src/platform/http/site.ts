import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Stands in the built page where each reply puts its own nonce, and where the calls' base path belongs. */
const noncePlaceholder = '__CSP_NONCE__'
const basePlaceholder = '__API_BASE__'
/** Where 首页 is drawn for those who are signed in. */
const renderedPlaceholder = '<!--server-rendered-->'

/** What a navigation shows before its code has run: HTML for the body; null where that is nothing. */
export type DrawFirst = (request: FastifyRequest, token: string) => Promise<string | null>

/**
 * Serves the built web application: its files with their hashed names for ever, its one page for every navigation.
 * With the API at `/` calls and pages share paths, so that what asks for HTML gets the page before anything else.
 */
export function serveSite(app: FastifyInstance, folder: string, apiBase: string, drawFirst: DrawFirst): void {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) {
    app.log.warn(`the web application is not built: ${page} is missing`)
    return
  }
  const html = readFileSync(page, 'utf8').replaceAll(basePlaceholder, apiBase || '/')
  // One route a file: with the API at `/`, a wildcard would answer for calls.
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    index: false,
    globIgnore: ['index.html', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cacheOf(path)),
  })
  const pages = {
    stranger: pageFor('stranger', html),
    signedIn: pageFor('signedIn', html),
    home: pageFor('home', html),
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!isNavigation(request, apiBase)) return
    const token = tokenOf(request)
    if (token === null) return sendPage(reply, pages.stranger)
    const rendered = await drawFirst(request, token)
    return rendered === null ? sendPage(reply, pages.signedIn) : sendPage(reply, pages.home, rendered)
  })
}

/** The page with the files that one kind of visit begins with: those of each stand in a comment (earlyFiles.ts). */
function pageFor(visit: string, html: string): string {
  return html.replaceAll(/<!--visit (\w+)\n(.*?)\n-->\n/gs, (_, name, links) => (name === visit ? links : ''))
}

/** Pages have no header of ours; the web keeps the token in a cookie (spec §9). */
function tokenOf({ headers }: FastifyRequest): string | null {
  return /(?:^|; )token=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? null
}

/** Files under assets/ carry a hash of their content in their name. */
function cacheOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** Paths that answer HTML of their own or none. */
const notPages = /^\/(docs|assets|files|health|metrics)(\/|$)/

function isNavigation(request: FastifyRequest, apiBase: string): boolean {
  if (request.method !== 'GET') return false
  if (!request.headers.accept?.includes('text/html')) return false
  if (apiBase !== '' && request.url.startsWith(`${apiBase}/`)) return false
  return !notPages.test(request.url)
}

function sendPage(reply: FastifyReply, html: string, rendered = ''): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce).replace(renderedPlaceholder, () => rendered))
}

/** Nothing from elsewhere; styles by nonce, but for the style attributes that antd's text areas and charts set. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
