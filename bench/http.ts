import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  contract,
  type DataOf,
  type Endpoint,
  type InputOf,
  pathParameters,
  type Tokens,
} from '@drivesim/contract'

/** Signs in over HTTP. */
export async function signIn(url: string, username: string, password: string): Promise<Tokens> {
  return post(`${url}/dm-api${contract.session.token.path}`, `Basic ${btoa('drivesim-web:drivesim-web')}`, {
    grant_type: 'password',
    username,
    password,
  }).then(data => contract.session.token.reply.parse(data))
}

/** One call of the contract. */
export async function call<E extends Endpoint>(
  url: string,
  { token }: Tokens,
  endpoint: E,
  ...[input]: unknown extends InputOf<E> ? [] : [InputOf<E>]
): Promise<DataOf<E>> {
  const { address, fields } = addressOf(url, endpoint, input)
  // The server serialises by the contract's schema.
  if (endpoint.method === 'POST') return (await post(address, `Bearer ${token}`, fields)) as DataOf<E>
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`${address}?${query}`, { headers: { authorization: `Bearer ${token}` } })
  return dataOf(await response.json()) as DataOf<E>
}

/** Where a call is made, and its fields that are not in the path. */
function addressOf(url: string, { path }: Endpoint, input: unknown) {
  const fields = new Map(Object.entries(Object(input)))
  let address = `${url}/dm-api${path}`
  for (const name of pathParameters(path)) {
    address = address.replace(`{${name}}`, encodeURIComponent(String(fields.get(name))))
    fields.delete(name)
  }
  return { address, fields: Object.fromEntries(fields) }
}

/** Their connections are kept. Half of what `fetch` takes of the processors, which the server shares. */
const connections = new Agent({ keepAlive: true })

async function post(url: string, authorization: string, input: unknown): Promise<unknown> {
  const body = JSON.stringify(input)
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const sent = request(url, { method: 'POST', agent: connections, headers }).end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no answer')
  return dataOf(JSON.parse(await text(answer)))
}

function dataOf(envelope: unknown): unknown {
  const read = (name: string): unknown => Reflect.get(Object(envelope), name)
  if (read('code') !== 0) throw new Error(String(read('msg')))
  return read('data')
}

/** The server's resident memory, of all its processes. */
export async function memory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return [...metrics.matchAll(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/gm)].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  )
}
