import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'
import { serverOf } from '../../../test/serverOf.ts'
import { accountModule } from '../account/routes.ts'
import { messagesModule } from '../messages/routes.ts'
import { firstPage } from './firstPage.service.ts'
import { homeModule } from './routes.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

test('the page goes without the picture while what it is drawn from is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-first-page-'))
  const drawing = join(folder, 'firstPage.mjs')
  writeFileSync(drawing, `export const drawFirstPage = () => 'drawn'`)
  const server = serverOf([accountModule, homeModule, messagesModule], app.services)
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const asked: string[] = []
  const answered: string[] = []
  server.addHook('onRequest', async ({ url }) => {
    asked.push(url)
    if (url.endsWith(contract.home.overview.path)) await held
  })
  server.addHook('onResponse', async ({ url }) => void answered.push(url))
  const draw = firstPage(server, drawing, '/dm-api', 1)
  const { token } = await app.signedIn()
  server.get('/', async request => (await draw(request, token)) ?? 'plain')

  expect((await server.inject('/')).body).toBe('plain')
  const overview = `/dm-api${contract.home.overview.path}`
  expect(asked).toContain(overview)
  expect(answered).not.toContain(overview)

  release()
  await server.close()
  rmSync(folder, { recursive: true })
})
