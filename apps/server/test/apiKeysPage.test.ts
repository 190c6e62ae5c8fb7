import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiKeysOf } from './apiKeys.ts'
import { beforeEachTest, type TestApp } from './app.ts'
import { makeOrganisation } from './factories.ts'

// docs/api-keys.md against the server: what it says to type is typed.

let app: TestApp
beforeEachTest(async built => {
  app = built
})
const { keyOf } = apiKeysOf(() => app)
const page = readFileSync(join(import.meta.dirname, '../../../docs/api-keys.md'), 'utf8')

test('the line with curl reads the orders of a school', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const { apiKey } = await keyOf(await app.signedIn({ organs: [organ] }))
  const [, header = '', path = ''] =
    /^curl -s -H "(.*)" "http:\/\/localhost:8080(.*)"$/m.exec(page) ?? expect.fail('no line with curl')
  const [name = '', value = ''] = header.replace('$KEY', apiKey).split(': ')
  const response = await app.app.inject({
    url: path.replace('organId=2', `organId=${organ}`),
    headers: { [name]: value },
  })
  expect(response.json()).toMatchObject({ code: 0, data: { dataList: [], pageSize: 20 } })
})

test('the shape of a key that it gives to scanners is that of keys', async () => {
  const { apiKey } = await keyOf(await app.signedIn())
  const [, shape = ''] = /`(dsk_\[.*?\}) ?`/.exec(page) ?? expect.fail('no shape')
  expect(apiKey).toMatch(new RegExp(`^${shape}$`))
})
