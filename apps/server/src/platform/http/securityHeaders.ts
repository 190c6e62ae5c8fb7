import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What is no page: opened as one it may do nothing, and nobody may show it within another. */
const forbidAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A script that runs as a worker has its own reply's policy, and must be allowed to load its parts. */
export const scriptPolicy = forbidAll.replace("'none'", "'none'; script-src 'self'")

/** Of the style that the reader of the API's documentation writes into its page; another version may have another. */
const readerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** The reader: scripts and styles of its own, pictures within them, and the document. */
export const readerPolicy = forbidAll.replace(
  "'none'",
  `'none'; script-src 'self'; style-src 'self' ${readerStyle}; img-src 'self' data:; connect-src 'self'`,
)

/**
 * The page that draws PDFs: only its own scripts and styles, which stand in it, and decoders that those compile; it fetches nothing. Within a
 * page of ours alone, and in a sandbox also where it is opened by itself.
 */
export function pdfPagePolicy(html: string): string {
  const checksums = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 'gs'))]
      .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
      .join(' ') || "'none'"
  return [
    "default-src 'none'",
    `script-src ${checksums('script')} 'wasm-unsafe-eval'`,
    `style-src ${checksums('style')}`,
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
  ].join('; ')
}

const always: Readonly<Record<string, string>> = {
  'content-security-policy': forbidAll,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/**
 * Puts a policy on every reply that brings none of its own, also on those of the framework that meet no hook: to
 * addresses that are none, and while the server stops. What helmet sets is made once: its plugin for the framework makes it
 * anew for each request, a twentieth of what a list's page costs.
 * @param hsts browsers are to come by HTTPS alone from now on
 */
export function sendSecurityHeaders(app: FastifyInstance, hsts: boolean): void {
  const setHeaders = helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, hsts })
  const server: Pick<Server, 'prependListener'> = app.server
  server.prependListener('request', (request, response) => {
    for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
    setHeaders(request, response, () => undefined)
  })
}

/** What Node says of a request that is none. */
const statusOf: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Milliseconds in which the rest of what cannot be read is thrown away before its connection is closed. */
const lingering = 1_000

/** Answers what could not be read as a request, by its status alone, and closes the connection. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const unreadable = error.code?.startsWith('HPE_') === true
  // What follows it is unreadable too.
  if (unreadable && socket.writableEnded) return
  if (socket.writable) socket.end(answerTo(error))
  if (!unreadable) {
    socket.destroy(error)
    return
  }
  // Closed while bytes wait, a connection is reset, and who still sends may lose the answer with it.
  const timer = setTimeout(() => socket.destroy(error), lingering).unref()
  socket.once('close', () => clearTimeout(timer))
}

function answerTo({ code }: NodeJS.ErrnoException): string {
  const head = [`HTTP/1.1 ${statusOf[code ?? ''] ?? '400 Bad Request'}`]
  for (const [name, value] of Object.entries(always)) head.push(`${name}: ${value}`)
  return `${head.join('\r\n')}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
}
