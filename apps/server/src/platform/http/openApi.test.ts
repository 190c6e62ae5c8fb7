import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEventTypes, contract } from '@drivesim/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypes, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../test/app.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const readDocument = async () => (await app.app.inject('/docs/json')).json()
const tsc = join(import.meta.dirname, '../../../../../node_modules/.bin/tsc')

test('the document is valid, and whatever it refers to is in it', async () => {
  expect(await new Validator().validate(await readDocument())).toEqual({ valid: true })
})

test('of each call it says whether keys may make it, and takes a key where they may', async () => {
  const { paths, components } = await readDocument()
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  const { list, enrol, reveal } = contract.students
  const of = ({ path, method }: { path: string; method: string }) =>
    paths[`/dm-api${path}`][method.toLowerCase()]
  const open = [{ bearer: [] }, { apiKey: [] }]
  expect(of(list)).toMatchObject({ security: open, description: expect.stringContaining('接口密钥：可用') })
  expect(of(enrol)).toMatchObject({
    security: open,
    parameters: [{ in: 'header', name: 'Idempotency-Key', required: false }],
  })
  expect(of(reveal).description).toContain('接口密钥：不可用')
  expect(of(reveal)).not.toHaveProperty('security')
})

test('events are in it as what is called elsewhere', async () => {
  const { openapi, webhooks, components } = await readDocument()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(webhooks)).toEqual([...allEventTypes])
  const { schema } = webhooks['bill.closed'].post.requestBody.content['application/json']
  expect(schema.properties).toMatchObject({
    type: { const: 'bill.closed' },
    data: { $ref: '#/components/schemas/event.bill' },
  })
  expect(components.schemas['event.bill'].properties).toHaveProperty('no')
})

test('a client can be generated from it: trees reach down as far as one likes', async () => {
  const types = astToString(await openapiTypes(await readDocument()))
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-client-'))
  const reply = (path: string) =>
    `paths['/dm-api${path}']['get']['responses']['200']['content']['application/json']['data']`
  const { tree } = contract.organisations
  const { menus } = contract.apps
  writeFileSync(join(folder, 'client.ts'), types)
  writeFileSync(
    join(folder, 'use.ts'),
    `import type { paths } from './client.ts'
     export const nameOf = (tree: ${reply(tree.path)}): string | undefined =>
       tree[0]?.children[0]?.children[0]?.name
     export const menuOf = (menus: ${reply(menus.path)}): number | undefined =>
       menus[0]?.children[0]?.children[0]?.menuId`,
  )
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'preserve']
  const { stdout } = spawnSync(tsc, [...options, 'use.ts'], { cwd: folder, encoding: 'utf8' })
  expect(stdout).toBe('')
  rmSync(folder, { recursive: true })
})
