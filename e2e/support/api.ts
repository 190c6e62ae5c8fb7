import {
  type AccessCode,
  account,
  type DataOf,
  type Endpoint,
  type InputOf,
  pathParameters,
  session,
  type Tokens,
} from '@drivesim/contract'

export const accounts = ['admin', 'school', 'finance', 'ops', 'guest'] as const
export type Account = (typeof accounts)[number]
const password = 'Demo@2026'

export const serverUrl = () => required('E2E_URL')
export const mqttUrl = () => required('E2E_MQTT')
export const dataDir = () => required('E2E_DATA')

function required(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is set by the global set-up`)
  return value
}

/** The system behind the screens, called as the screens call it: for what a test needs before it looks. */
export class Api {
  readonly tokens: Tokens

  constructor(tokens: Tokens) {
    this.tokens = tokens
  }

  static async signIn(username: string, secret = password): Promise<Api> {
    const input = { grant_type: 'password' as const, username, password: secret }
    return new Api(await exchange(session.token, input, `Basic ${btoa('drivesim-web:drivesim-web')}`))
  }

  call<E extends Endpoint>(
    endpoint: E,
    ...[input]: unknown extends InputOf<E> ? [input?: undefined] : [input: InputOf<E>]
  ): Promise<DataOf<E>> {
    return exchange(endpoint, input, `Bearer ${this.tokens.token}`)
  }

  async codes(): Promise<ReadonlySet<AccessCode | string>> {
    const { permissions } = await this.call(account.me)
    return new Set(permissions)
  }
}

/** @throws Error with the sentence of a refusal */
async function exchange<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  authorization: string,
): Promise<DataOf<E>> {
  const fields = typeof input === 'object' && input !== null ? { ...input } : {}
  const path = pathParameters(endpoint.path).reduce(
    (made, name) => made.replace(`{${name}}`, encodeURIComponent(String(Reflect.get(fields, name)))),
    `${endpoint.absolute ? '' : '/dm-api'}${endpoint.path}`,
  )
  const url = new URL(path, serverUrl())
  const isPost = endpoint.method === 'POST'
  if (!isPost) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(isPost && { body: JSON.stringify(fields) }),
  })
  const envelope: unknown = await response.json()
  const read = (name: string): unknown => Reflect.get(Object(envelope), name)
  // The enrolment back end has its own words for them.
  const code = read('code') ?? read('err_code')
  if (code !== 0) throw new Error(`${endpoint.path}: ${code} ${read('msg') ?? read('err_msg')}`)
  // The server serialises by the contract's schema.
  return read('data') as DataOf<E>
}
