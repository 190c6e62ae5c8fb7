import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import {
  contract,
  type DataOf,
  type Endpoint,
  type InputOf,
  pathParameters,
  type Tokens,
} from '@drivesim/contract'
import type { InjectOptions } from 'light-my-request'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type BuiltServer, build } from '../src/app.ts'
import { readConfig } from '../src/platform/start/config.ts'
import { resetDatabase, type TestDatabase, workerDatabase } from './database.ts'
import { makeMember, type NewMember } from './factories.ts'

/** What a call answered: HTTP status, and the envelope taken apart. */
export interface Answer<Data> {
  status: number
  code: number
  msg: string
  /** As the contract declares it; only meaningful where `code` is 0. */
  data: Data
  headers: Record<string, unknown>
  /** The body as it came, for what is no envelope. */
  body: string
}

export interface Client {
  call<E extends Endpoint>(
    endpoint: E,
    ...input: unknown extends InputOf<E>
      ? [input?: undefined, headers?: Record<string, string>]
      : [input: InputOf<E>, headers?: Record<string, string>]
  ): Promise<Answer<DataOf<E>>>
  /** For what the types refuse: wrong input, foreign headers. */
  send(endpoint: Endpoint, input?: unknown, headers?: Record<string, string>): Promise<Answer<unknown>>
}

export interface TestApp extends Client, Pick<BuiltServer, 'app' | 'services'> {
  database: TestDatabase
  /** A client signed in as a new member with these codes and organisations. */
  signedIn(member?: NewMember): Promise<Client & Tokens & { memberId: number; account: string }>
  signIn(account: string, password: string): Promise<Answer<Tokens>>
  close(): Promise<void>
}

/**
 * The server of a test file: built before its tests and closed after them. Before each, its database is emptied and
 * `prepare` takes it to put in what the test stands on.
 */
export function beforeEachTest(
  prepare: (app: TestApp) => Promise<void>,
  env: Record<string, string> = {},
): void {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(env)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await resetDatabase(app.database)
    await prepare(app)
  })
}

export const testSecret = 'a secret for tests, of more than 32 characters'

export const basicHeader = `Basic ${Buffer.from('drivesim-web:drivesim-web').toString('base64')}`

/**
 * The server on this worker's database, as `npm start` builds it but without listening for HTTP: calls are
 * injected. Its broker listens on a free port. Empty the database with `resetDatabase` between tests.
 * @param site a folder in place of the built web
 * @param logTo gets the log, at every level
 */
export async function testApp(
  env: Record<string, string> = {},
  site?: string,
  logTo?: Writable,
): Promise<TestApp> {
  const database = await workerDatabase()
  await resetDatabase(database)
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.appUrl,
    MQTT_PORT: '0',
    DEMO: '0',
    SECOND_STEP_FOR: 'none',
    // Nobody is reminded of anything unless a test is about that.
    NOTICES: '0',
    // Months are closed where a test says so.
    CLOSING: '0',
    // Orders are closed, resumed and accepted where a test says so.
    OPERATIONS: '0',
    // One person asks here as many do.
    CALLS_PER_MINUTE: '9999999',
    JWT_SECRET: testSecret,
    ...env,
  })
  const { app, services, close } = await build({
    config,
    databaseUrl: database.appUrl,
    site,
    logTo,
    // A process runs what is compiled; globalSetup.ts sees to it.
    pictureProgram: join(import.meta.dirname, '../dist/src/platform/pictures/pictureProgram.js'),
  })
  await app.ready()

  const sendFrom =
    (remoteAddress?: string) =>
    async (endpoint: Endpoint, input?: unknown, headers: Record<string, string> = {}) => {
      const request = requestOf(config.apiBase, endpoint, input, headers)
      const response = await app.inject({ ...request, ...(remoteAddress && { remoteAddress }) })
      return answer(response.statusCode, response.headers, response.body)
    }
  const send = sendFrom()
  const client = (own: Record<string, string>): Client => ({
    call: (endpoint, ...[input, headers]) =>
      // The server answers what the contract declares, which is what these tests check.
      send(endpoint, input, { ...own, ...headers }) as Promise<Answer<DataOf<typeof endpoint>>>,
    send: (endpoint, input, headers) => send(endpoint, input, { ...own, ...headers }),
  })
  const anonymous = client({})
  let signIns = 0
  // Each from a machine of its own: tests sign in more often than people behind one address.
  const signIn = (username: string, password: string) => {
    signIns += 1
    return sendFrom(`127.1.${Math.floor(signIns / 250) % 250}.${signIns % 250}`)(
      contract.session.token,
      { grant_type: 'password', username, password },
      { authorization: basicHeader },
    ) as Promise<Answer<Tokens>>
  }

  return {
    ...anonymous,
    app,
    services,
    database,
    signIn,
    async signedIn(member = {}) {
      const { id, account, password } = await makeMember(services.pool, member)
      const { data } = await signIn(account, password)
      return { ...client({ authorization: `Bearer ${data.token}` }), ...data, memberId: id, account }
    },
    async close() {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A request that may be injected or sent: its address is text. */
interface Sent extends InjectOptions {
  url: string
  headers: Record<string, string>
  query?: Record<string, string>
}

/** A call as a client sends it. */
export function requestOf(
  base: string,
  endpoint: Endpoint,
  input: unknown,
  headers: Record<string, string>,
): Sent {
  const fields = typeof input === 'object' && input !== null ? { ...input } : {}
  let url = (endpoint.absolute ? '' : base) + endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    // As bytes, like a browser: half a surrogate pair cannot stand in an address.
    const bytes = Buffer.from(textOf(Reflect.get(fields, name)))
    url = url.replace(`{${name}}`, encodeURIComponent(bytes.toString()))
    Reflect.deleteProperty(fields, name)
  }
  if (endpoint.upload) return { method: 'POST', url, ...multipart(Reflect.get(fields, 'file'), headers) }
  if (endpoint.method === 'POST') {
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(input ?? {}),
    }
  }
  const query = Object.entries(fields).map(([name, value]) => [name, textOf(value)])
  return { method: 'GET', url, headers, query: Object.fromEntries(query) }
}

/** A value in an address; as JSON where it refuses to be a text (`{ toString: 0 }`). */
function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return JSON.stringify(value)
  }
}

/** One file of a form, as a browser sends it: a picture of one pixel unless the test gives another. */
function multipart(file: unknown, headers: Record<string, string>) {
  const boundary = 'a-boundary-of-tests'
  const content = Buffer.isBuffer(file) ? file : onePixel
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="../../a.html"\r\ncontent-type: text/html\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** A PNG. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function answer(status: number, headers: Record<string, unknown>, body: string): Answer<unknown> {
  const json = String(headers['content-type']).startsWith('application/json')
  const envelope: unknown = json ? JSON.parse(body) : null
  const read = (name: string): unknown =>
    typeof envelope === 'object' && envelope !== null ? Reflect.get(envelope, name) : undefined
  return {
    status,
    code: Number(read('code') ?? read('err_code') ?? Number.NaN),
    msg: String(read('msg') ?? read('err_msg') ?? ''),
    data: read('data'),
    headers,
    body,
  }
}
