import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'
import { pdfPagePolicy, scriptPolicy } from './securityHeaders.ts'
import { sendInParts } from './speed/sendInParts.ts'

/** The pages of the built web: the application's, and that behind a scanned label, which is made for older browsers. */
const application = 'index.html'
const labelPage = 'label.html'
/** What PDFs are drawn in, in a frame: a file like others, with a policy of its own. */
const pdfPage = 'pdf.html'
/** Placeholders in the built page: for the nonce of each reply, the base path of calls, what the page names itself by, and its version. */
const noncePlaceholder = '__CSP_NONCE__'
const basePlaceholder = '__API_BASE__'
const clientPlaceholder = '__BASIC_CLIENT__'
const singleSignOnPlaceholder = '__SINGLE_SIGN_ON__'
const versionPlaceholder = '__VERSION__'
/** Where 首页 is rendered for those who are signed in. */
const renderedPlaceholder = '<!--server-rendered-->'

/** What a navigation shows before its code has run: HTML for the body, empty where it is not there in time; null where there is none. */
export type RenderFirst = (request: FastifyRequest, token: string) => Promise<string> | null

/**
 * Serves the files of the built web application, those with hashed names for ever. To be registered before the
 * compression of replies: they are compressed already, or too small to be.
 */
export function serveFiles(app: FastifyInstance, folder: string): void {
  const path = join(folder, pdfPage)
  const policy = existsSync(path) ? pdfPagePolicy(readFileSync(path, 'utf8')) : undefined
  // One route a file: with the API at `/`, a wildcard would answer for calls.
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    index: false,
    // That it is not built is said by the page.
    suppressWarning: true,
    globIgnore: [application, labelPage, '.vite/**', '**/*.{br,gz}'],
    // Made when the site is built (apps/web/speed/compressSite.mjs).
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      setFileHeaders(reply, path)
      if (policy === undefined || basename(path).replace(/\.(br|gz)$/, '') !== pdfPage) return
      reply.header('content-security-policy', policy)
      // A browser asks whether it is still this one: its policy and the pages around it are those of one release.
      reply.header('cache-control', 'no-cache')
    },
  })
}

/** A file with a hash in its name, as a release publishes it; what is compressed goes by the name of what it was. */
const publishedAsset = /^\/[\w-][\w.-]*\.(?!br$|gz$)\w+$/

/**
 * Serves the assets of other releases: those that this build does not have, so that a page of the version before, or of the
 * next one, finds its chunks at any process. They are looked for anew each time, since a newer release comes while this one runs.
 * @param folder where `npm run assets:publish` leaves them
 */
export function serveOtherReleases(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    allowedPath: path => publishedAsset.test(path),
    preCompressed: true,
    cacheControl: false,
    setHeaders: setFileHeaders,
  })
}

/** What the page is told of where it comes from. */
interface Site {
  readonly apiBase: string
  readonly version: string
  /** What the page names itself by in token calls, `id:secret`: everybody can read it there. */
  readonly client: string
  /** What people call the provider of single sign-on; empty: there is none. */
  readonly singleSignOn: string
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Serves the application's one page, for every path that nothing else answers. With the API at `/` calls and pages share
 * paths: there what asks for HTML gets the page before anything else, and only that and `/` do. To be registered after
 * the compression of replies, which the page takes part in.
 */
export function servePage(
  app: FastifyInstance,
  folder: string,
  { apiBase, version, client, singleSignOn }: Site,
  renderFirst: RenderFirst,
): void {
  const missing = [application, labelPage].find(name => !existsSync(join(folder, name)))
  if (missing !== undefined) {
    app.log.warn(`the web application is not built: ${missing} is missing in ${folder}`)
    return
  }
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .replaceAll(basePlaceholder, apiBase || '/')
      .replaceAll(clientPlaceholder, () => escapeAttribute(client))
      .replaceAll(singleSignOnPlaceholder, () => escapeAttribute(singleSignOn))
      .replaceAll(versionPlaceholder, version)
  const html = read(application)
  const pages = {
    signedOut: pageFor('signedOut', html),
    label: read(labelPage),
    signedIn: pageFor('signedIn', html),
    home: pageFor('home', html),
  }
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    if (token === null) {
      const visit = scannedLabel.test(pathOf(request)) ? pages.label : pages.signedOut
      return sendPage(request, reply, visit)
    }
    const rendered = renderFirst(request, token)
    if (rendered === null) return sendPage(request, reply, pages.signedIn)
    return sendPage(request, reply, pages.home, rendered)
  }
  if (apiBase === '') {
    app.addHook('onRequest', async (request, reply) => {
      if (isNavigation(request)) return answer(request, reply)
    })
  }
  // GET, and HEAD with it.
  app.get('/*', { schema: { hide: true } }, async (request, reply) =>
    isPage(request, apiBase) ? answer(request, reply) : reply.callNotFound(),
  )
}

/** The page with the files that one kind of visit begins with: those of each stand in a comment (earlyFiles.ts). */
function pageFor(visit: string, html: string): string {
  return html.replaceAll(/<!--visit (\w+)\n(.*?)\n-->\n/gs, (_, name, links) => (name === visit ? links : ''))
}

/** Pages have no header of ours; the web keeps the token in a cookie (spec §9). */
const tokenOf = (request: FastifyRequest) => cookieOf(request, 'token')

function setFileHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  reply.header('cache-control', cacheOf(path))
  if (/\.js(\.(br|gz))?$/.test(path)) reply.header('content-security-policy', scriptPolicy)
}

/** Files under assets/ carry a hash of their content in their name. */
function cacheOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** Paths that answer HTML of their own or none. */
const notPages = /^\/(docs|assets|files|pay|health|metrics|pdf\.html)(\/|$)/
/** What is asked for by such a name is a file (robots.txt), unless a person went there. */
const fileName = /\.\w+$/

/** What the label of a device leads to: whoever is not signed in begins with another page than the sign-in there. */
const scannedLabel = /^\/d\//

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

const asksForHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/** A person going somewhere by browser, where a call may have the same path. */
function isNavigation(request: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(request.method) && asksForHtml(request) && !notPages.test(pathOf(request))
}

/** Whether a path that nothing else answers is one of the application's pages, whatever the requester takes. */
function isPage(request: FastifyRequest, apiBase: string): boolean {
  const path = pathOf(request)
  if (path === '/') return true
  if (apiBase === '' || notPages.test(path) || `${path}/`.startsWith(`${apiBase}/`)) return false
  return asksForHtml(request) || !fileName.test(path)
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  rendered: Promise<string> | null = null,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const [head = '', rest = ''] = html.replaceAll(noncePlaceholder, nonce).split(renderedPlaceholder)
  reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('permissions-policy', permissionsPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
  return sendInParts(request, reply, inParts(head, rendered, rest))
}

/** The head goes at once: the browser fetches the files that it names while the rest is being made. */
async function* inParts(
  head: string,
  rendered: Promise<string> | null,
  rest: string,
): AsyncGenerator<string> {
  yield head
  yield `${(await rendered) ?? ''}${rest}`
}

/** Labels are scanned with the camera; nothing else of the device is used. */
const permissionsPolicy = 'camera=(self), microphone=(), geolocation=()'

/** Nothing from elsewhere; styles by nonce, but for the style attributes that antd's text areas and charts set. */
function contentSecurityPolicy(nonce: string): string {
  return [
    // Firefox takes this one for what is fetched before it is asked for (earlyFiles.ts).
    "default-src 'self'",
    "object-src 'none'",
    // pdf.html
    "frame-src 'self'",
    "media-src 'none'",
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
