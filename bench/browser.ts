import { existsSync } from 'node:fs'
import { contract, type DataOf, type Endpoint, type InputOf, type Tokens } from '@drivesim/contract'
import { type Browser, chromium } from '@playwright/test'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? known.find(existsSync)
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

/** Signs in over HTTP. */
export async function signIn(url: string, username: string, password: string): Promise<Tokens> {
  return post(`${url}/dm-api${contract.session.token.path}`, `Basic ${btoa('drivesim-web:drivesim-web')}`, {
    grant_type: 'password',
    username,
    password,
  }).then(data => contract.session.token.reply.parse(data))
}

/** One POST call of the contract. */
export async function call<E extends Endpoint>(
  url: string,
  { token }: Tokens,
  endpoint: E,
  input: InputOf<E>,
): Promise<DataOf<E>> {
  // The server serialises by the contract's schema.
  return (await post(`${url}/dm-api${endpoint.path}`, `Bearer ${token}`, input)) as DataOf<E>
}

export async function get<E extends Endpoint>(
  url: string,
  { token }: Tokens,
  endpoint: E,
): Promise<DataOf<E>> {
  const response = await fetch(`${url}/dm-api${endpoint.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return dataOf(await response.json()) as DataOf<E>
}

async function post(url: string, authorization: string, input: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return dataOf(await response.json())
}

function dataOf(envelope: unknown): unknown {
  const read = (name: string): unknown => Reflect.get(Object(envelope), name)
  if (read('code') !== 0) throw new Error(String(read('msg')))
  return read('data')
}

/** A context in which somebody is signed in. */
export async function signedInContext(browser: Browser, url: string, tokens: Tokens) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  await context.addCookies([
    { name: 'token', value: tokens.token, url },
    { name: 'refreshToken', value: tokens.refreshToken, url },
  ])
  return context
}
