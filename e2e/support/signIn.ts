import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import { dataDir, serverUrl } from './api.ts'
import { ownPassword } from './people.ts'
import { shell } from './shell.ts'
import { expect } from './test.ts'

const fourEyes = fileURLToPath(new URL('../../apps/server/dist/src/commands/fourEyes.js', import.meta.url))

/** A browser that nobody is signed in at, on the sign-in page. */
export async function signInPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: serverUrl(),
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await page.goto('/login')
  return page
}

/** Gives the account and the password, and presses 登录. */
export async function giveAccount(page: Page, account: string, secret: string): Promise<void> {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(secret)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Puts an own password in the place of the one that somebody gave, and is in. */
export async function changeFirstPassword(page: Page, given: string): Promise<void> {
  const form = shell(page).dialog('个人中心').getByRole('region', { name: '修改密码' })
  await form.getByLabel('旧密码').fill(given)
  await form.getByLabel('新密码').fill(ownPassword)
  await form.getByLabel('确认密码').fill(ownPassword)
  await form.getByRole('button', { name: /^提\s*交$/ }).click()
  await expect(shell(page).menu).toBeVisible()
}

/** Takes what is shown this once, and closes it. */
export async function takeSecret(shown: Locator): Promise<string> {
  const secret = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(shown).toHaveCount(0)
  return secret.trim()
}

/** Attests on the server that the account is its person's alone: whoever made it is somebody else from now on. */
export async function attest(account: string): Promise<void> {
  const attesting = spawn(process.execPath, [fourEyes, 'attest', account], {
    env: { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(attesting, 'exit')
  if (code !== 0) throw new Error(`attesting ended with code ${code}`)
}
