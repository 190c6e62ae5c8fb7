import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { alipay } from './alipay.ts'
import { Books, type Faults, isPayable, type Order } from './books.ts'
import { makeMerchants } from './merchants.ts'
import { type Channels, noticesOf } from './notices.ts'
import { payPage } from './page.ts'
import { rowsOf, type StatementRow, statementOf } from './statements.ts'
import { type Request, wechat } from './wechat.ts'

export interface PaysimOptions {
  /** 0: any that is free. */
  readonly port?: number
  readonly faults?: Faults
  /** Text of an order's code; missing: the address of the simulator's own page. */
  readonly codeOf?: (no: string) => string
  /** Refunds of orders that it does not know are taken as of orders paid before its start. */
  readonly trustful?: boolean
}

const longestBody = 65_536
const fileHeaders = { 'content-type': 'application/octet-stream' }

export type Paysim = Awaited<ReturnType<typeof startPaysim>>

/** Starts both channels on one loopback address, with keys made now. No money moves anywhere. */
export async function startPaysim(options: PaysimOptions = {}) {
  const { merchants, keys } = await makeMerchants()
  const books = new Books()
  let faults = options.faults ?? {}
  let origin = ''
  const shared = {
    books,
    faults: () => faults,
    codeOf: options.codeOf ?? (no => `${origin}/pay/${no}`),
    trustful: options.trustful ?? false,
  }
  const channels = {
    wechat: wechat({ ...shared, merchant: merchants.wechat, keys: keys.wechat }),
    alipay: alipay({ ...shared, merchant: merchants.alipay, keys: keys.alipay }),
  }
  const stopping = new AbortController()
  const notices = noticesOf(channels, merchants, stopping.signal)

  /** The channel's file of a day: of these lines, or of what was paid and given back here. */
  function statement(
    channel: Order['channel'],
    day: string,
    rows: readonly StatementRow[] = rowsOf(books.all(), channel, day),
  ): Buffer {
    return statementOf(merchants, channel, day, rows)
  }

  /** What a payer sees; null: no such order. */
  function page(no: string): string | null {
    const order = books.findAny(no)
    return order === undefined ? null : payPage(order)
  }

  /** Somebody pays. @returns the statuses that the notices were answered with; null: it cannot be paid */
  async function pay(no: string, also: Faults = {}): Promise<number[] | null> {
    const order = books.findAny(no)
    if (order === undefined || !isPayable(order)) return null
    order.paidAt = new Date()
    return notices.notify(order, { ...faults, ...also })
  }

  const server = serverOf({ channels, faults: shared.faults, page, pay, statement })
  origin = await listen(server, options.port ?? 0)

  return {
    merchants,
    /** What the merchants' servers call. */
    wechatUrl: origin,
    alipayUrl: `${origin}/gateway.do`,
    books,
    page,
    pay,
    statement,
    /** Tells once more of an order, or of another that somebody made up. */
    tell: (order: Order, id: string) => notices.send(order, id),
    /** From now on. */
    setFaults(now: Faults) {
      faults = now
    },
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What requests are answered from. */
interface Responder {
  readonly channels: Channels
  readonly faults: () => Faults
  readonly page: (no: string) => string | null
  readonly pay: (no: string) => Promise<unknown>
  readonly statement: (channel: Order['channel'], day: string) => Buffer
}

function serverOf(responder: Responder): Server {
  return createServer((request, response) => {
    respond(request, responder).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(500).end(),
    )
  })
}

/** @returns the address that it listens on */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return `http://127.0.0.1:${address.port}`
}

/** The answer to a merchant's server, to a payer, or to who fetches a file. */
async function respond(request: IncomingMessage, { channels, faults, page, pay, statement }: Responder) {
  const { method = 'GET', url: path = '/', headers } = request
  const asked: Request = { method, path, headers, body: await read(request) }
  const [, no] = /^\/pay\/(\w{1,64})$/.exec(path) ?? []
  if (no !== undefined) {
    if (method === 'POST') await pay(no)
    return pageReply(page(no))
  }
  const [, channel, day] = /^\/statement\/(wechat|alipay)\/(\d{4}-\d\d-\d\d)$/.exec(path) ?? []
  if (day !== undefined && (channel === 'wechat' || channel === 'alipay'))
    return { status: 200, headers: fileHeaders, body: statement(channel, day) }
  if (path.startsWith('/v3/') && faults().away === true) return { status: 502, headers: {}, body: '' }
  if (path.startsWith('/v3/')) return channels.wechat.answer(asked)
  if (path.startsWith('/gateway.do')) return channels.alipay.answer(asked)
  return { status: 404, headers: {}, body: '' }
}

function pageReply(html: string | null) {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { status: html === null ? 404 : 200, headers, body: html ?? '' }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > longestBody) throw new Error('too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString()
}
