import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contract } from '@drivesim/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../test/app.ts'
import { serverOf } from '../../test/serverOf.ts'
import { homeModule } from '../modules/board/home/routes.ts'
import { messagesModule } from '../modules/notices/messages/routes.ts'
import { accountModule } from '../modules/people/account/routes.ts'
import { servePage } from '../platform/http/site.ts'
import { firstPage } from './firstPage.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-first-page-'))
  writeFileSync(
    join(folder, 'firstPage.mjs'),
    `export const renderFirstPage = () => 'rendered 首页'; export const rehearse = () => undefined`,
  )
  writeFileSync(join(folder, 'label.html'), '')
  writeFileSync(
    join(folder, 'index.html'),
    `<head><!--visit home
<link href="/home.js">
-->
</head><!--server-rendered--><div></div>`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A server whose figures of 首页 wait for `release`, at an address. */
async function held(longestMs: number, encoding = 'br') {
  const server = serverOf([accountModule, homeModule, messagesModule], app.services)
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  server.addHook('onRequest', async ({ url }) => {
    if (url.endsWith(contract.home.overview.path)) await released
  })
  const rendering = firstPage(server, app.services, join(folder, 'firstPage.mjs'), longestMs)
  servePage(
    server,
    folder,
    { apiBase: '/dm-api', version: '1.0.0', client: 'a:b', singleSignOn: '' },
    rendering,
  )
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await app.signedIn()
  const { body, headers } = await fetch(`${address}/home`, {
    headers: { accept: 'text/html', 'accept-encoding': encoding, cookie: `token=${token}` },
  })
  if (body === null) throw new Error('a page has a body')
  expect(headers.get('content-encoding')).toBe(encoding)
  return { server, release, page: body.pipeThrough(new TextDecoderStream()) }
}

test('the page goes without its placeholder while what that shows is not there', async () => {
  const { server, release, page } = await held(1)
  const html = await text(page)
  expect(html).toContain('<div></div>')
  expect(html).not.toContain('rendered 首页')
  release()
  await server.close()
})

test.for(['br', 'gzip'])(
  'in %s too the files that it begins with are named before what it shows is there',
  async encoding => {
    const { server, release, page } = await held(60_000, encoding)
    const reader = page.getReader()
    expect((await reader.read()).value).toContain('<link href="/home.js">')
    release()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
    expect(rest).toContain('rendered 首页')
    await server.close()
  },
)
