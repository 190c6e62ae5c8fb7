import { account, apiKeys, students } from '@drivesim/contract'
import type { Locator } from '@playwright/test'
import { serverUrl } from '../support/api.ts'
import { row } from '../support/lists.ts'
import { enterAs, newPerson, ownPassword } from '../support/people.ts'
import { open } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** What a program gets that calls with a key. */
async function codeWith(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const answer: unknown = await (
    await fetch(`${serverUrl()}/dm-api${students.list.path}`, { headers })
  ).json()
  return Number(Reflect.get(Object(answer), 'code'))
}

/** The key that is shown this once; it is closed. */
async function takeKey(shown: Locator): Promise<string> {
  const key = (await shown.locator('.ui-once-text').textContent()) ?? ''
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(shown).toBeHidden()
  return key.trim()
}

test('接口密钥: made in 个人中心, shown once, rotated and stopped by its owner', async ({ page, api }) => {
  const person = await newPerson(api)
  await enterAs(page, person.api)
  await open(page, '/home')
  await page.getByRole('button', { name: '个人中心' }).click()
  const centre = page.getByRole('dialog', { name: '个人中心' })
  await centre.getByRole('button', { name: '接口密钥' }).click()
  await expect(centre.getByText('还没有接口密钥')).toBeVisible()

  await centre.getByRole('button', { name: '新建密钥' }).click()
  const form = page.getByRole('dialog', { name: '新建接口密钥' })
  await form.getByRole('button', { name: '新建密钥' }).click()
  await expect(form.getByText('名称不能为空')).toBeVisible()
  await form.getByLabel('名称').fill('财务对接')
  await form.getByLabel('网段').fill('127.0.0.1')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: '新建密钥' }).click()
  const shown = page.getByRole('dialog', { name: '接口密钥“财务对接”' })
  const first = await takeKey(shown)
  expect(await codeWith(first)).toBe(0)
  const own = centre.getByRole('listitem').filter({ hasText: '财务对接' })
  await expect(own).toContainText('有效')
  await expect(own).toContainText('网段 127.0.0.1/32')

  await own.getByRole('button', { name: '轮换 财务对接' }).click()
  await page.getByRole('button', { name: '轮换密钥' }).click()
  const second = await takeKey(shown)
  expect([await codeWith(first), await codeWith(second)]).toEqual([0, 0])
  await expect(own).toContainText('旧密钥可用至')

  await own.getByRole('button', { name: '停用 财务对接' }).click()
  await page.getByRole('button', { name: '停用密钥' }).click()
  await expect(own).toContainText('本人停用于')
  await expect(own.getByRole('button')).toHaveCount(0)
  expect([await codeWith(first), await codeWith(second)]).toEqual([-13002, -13002])
})

test('开放接口: whoever keeps them sees whose keys there are, and stops one', async ({ page, api }) => {
  const person = await newPerson(api)
  const made = { codes: [], organIds: [], days: 90 as const, networks: [], mayExport: false }
  const name = `排队屏 ${person.account}`
  const { apiKey } = await person.api.call(apiKeys.add, { ...made, name })
  await open(page, `/system/openApi?paramValue=${encodeURIComponent(name)}`)
  const key = row(page, name)
  await expect(key).toContainText(person.name)
  await expect(key).toContainText('从未使用')
  await key.getByRole('button', { name: '停用' }).click()
  await page.getByRole('button', { name: '停用密钥' }).click()
  await expect(key).toContainText('已停用')
  expect(await codeWith(apiKey ?? '')).toBe(-13002)
})

test('不是我: the keys end with the password, since they are marked there', async ({ page, api }) => {
  const person = await newPerson(api)
  const made = { codes: [], organIds: [], days: 90 as const, networks: [], mayExport: false }
  const { apiKey } = await person.api.call(apiKeys.add, { ...made, name: '旧程序' })
  await enterAs(page, person.api)
  await open(page, '/home?notMe=1')
  const centre = page.getByRole('dialog', { name: '个人中心' })
  await expect(centre.getByRole('radio', { name: '全部停用' })).toBeChecked()
  await centre.getByLabel('旧密码').fill(ownPassword)
  await centre.getByLabel('新密码', { exact: true }).fill('Manxing9Kaiche')
  await centre.getByLabel('确认密码').fill('Manxing9Kaiche')
  const answered = page.waitForResponse(`**${account.changePassword.path}`)
  await centre.getByRole('button', { name: '提交' }).click()
  expect(await (await answered).json()).toMatchObject({ code: 0 })
  expect(await codeWith(apiKey ?? '')).toBe(-13002)
})
