import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { type BlockList, isIP } from 'node:net'
import { isOfInternet, isOpened } from './addresses.ts'

/** Why nothing was sent, or no answer came, in words for people; neither keys nor bodies. */
class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds for all of it: the name, the connection, the answer. */
  readonly patienceMs: number
  /** Bytes of the answer that are kept; what is more is not read. */
  readonly mostAnswer: number
  /**
   * Networks that are open besides the internet, also without TLS. `all`: the address is the configuration's, not somebody's, so that
   * any does.
   */
  readonly networks: BlockList | 'all'
  readonly signal?: AbortSignal
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Calls an address outside: its name is resolved once and the connection goes to what was found, so that what was judged is what is
 * reached; redirects are answers and are not followed.
 * @param resolve the addresses of a name
 * @throws OutgoingError
 */
export async function callOutside(call: OutgoingCall, resolve = resolved): Promise<OutgoingAnswer> {
  const url = new URL(call.url)
  const patience = AbortSignal.timeout(call.patienceMs)
  const signal = call.signal === undefined ? patience : AbortSignal.any([patience, call.signal])
  try {
    const address = await withSignal(addressOf(url, call.networks, resolve), signal)
    return await send(url, address, { ...call, signal })
  } catch (error) {
    if (patience.aborted) throw new OutgoingError(`${call.patienceMs / 1000} 秒内没有完成`)
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(wordsOf(error))
  }
}

const resolved = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** The address that a name has, judged. A name with one address that is not allowed is not called at all. */
async function addressOf(
  url: URL,
  networks: OutgoingCall['networks'],
  resolve: typeof resolved,
): Promise<string> {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const found = isIP(host) > 0 ? [host] : await resolve(host)
  const [first] = found
  if (first === undefined) throw new OutgoingError(`域名 ${host} 没有地址`)
  if (networks === 'all') return first
  if (!mayCall(url.protocol, found, networks)) throw new OutgoingError(`不能推送到 ${host}（${first}）`)
  return first
}

/** Whether addresses may be called: by https anything in the internet, and anyhow what lies in opened networks. */
export const mayCall = (protocol: string, addresses: readonly string[], networks: BlockList): boolean =>
  addresses.every(address => isOpened(address, networks) || (protocol === 'https:' && isOfInternet(address)))

function send(
  url: URL,
  address: string,
  { method, headers, body, mostAnswer, signal }: OutgoingCall & { readonly signal: AbortSignal },
): Promise<OutgoingAnswer> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request({
      host: address,
      port: url.port === '' ? undefined : Number(url.port),
      path: url.pathname + url.search,
      method,
      // A connection of its own: none is kept that was made for another address.
      agent: false,
      headers: { host: url.host, 'content-length': Buffer.byteLength(body), ...headers },
      ...(isIP(host) === 0 && { servername: host }),
      signal,
    })
    sent.on('error', reject)
    sent.on('response', response => {
      const parts: Buffer[] = []
      let length = 0
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).subarray(0, mostAnswer),
        })
        sent.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length >= mostAnswer) finish()
      })
      response.on('end', finish)
      response.on('error', reject)
    })
    sent.end(body)
  })
}

/** Gives up waiting for what cannot be told to stop. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new OutgoingError('已中断'))
    if (signal.aborted) return give()
    signal.addEventListener('abort', give, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到域名',
  EAI_AGAIN: '域名解析失败',
  ECONNREFUSED: '对方拒绝连接',
  ECONNRESET: '对方断开了连接',
  EHOSTUNREACH: '网络不通',
  ENETUNREACH: '网络不通',
  EPROTO: 'TLS 握手失败',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书不是这个域名的',
  CERT_HAS_EXPIRED: '证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书不受信任',
}

function wordsOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return (typeof code === 'string' ? words[code] : undefined) ?? `连接失败（${String(code ?? error)}）`
}
