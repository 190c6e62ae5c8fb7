import { account, members, roles } from '@drivesim/contract'
import type { Locator } from '@playwright/test'
import { Api } from '../support/api.ts'
import { aPlace } from '../support/devices.ts'
import { confirm, reasonOf, row } from '../support/lists.ts'
import { newMember, newPerson } from '../support/people.ts'
import { choicesOf, pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const list = '/system/memberManagement'
const listOf = ({ account }: { account: string }) => `${list}?paramValue=${account}`

test('a role is told from others of the same name by its owner', async ({ page, api }) => {
  const { dataList } = await api.call(roles.list, { paramValue: '前台接待', pageSize: 20 })
  const roleWords = dataList.map(({ roleName, organName }) => `${roleName}（${organName ?? '平台'}）`)
  expect(new Set(roleWords).size).toBeGreaterThan(1)
  await open(page, `${list}?act=add`)
  const picker = page.getByRole('dialog', { name: '新增成员' }).getByLabel('角色')
  await picker.fill('前台接待')
  const shown = await choicesOf(page, picker)
  for (const role of roleWords.slice(0, 5)) await expect(shown.getByText(role, { exact: true })).toBeVisible()
})

test('新增成员: the first password is shown once, and is changed at the first sign-in', async ({
  page,
  api,
}) => {
  const { organName } = await aPlace(api)
  const name = `new${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}`
  await open(page, list)
  await page.getByRole('button', { name: '新增成员' }).click()
  const form = page.getByRole('dialog', { name: '新增成员' })
  await form.getByLabel('账号').fill(name)
  await form.getByLabel('名称').fill('新同事')
  await form.getByLabel('手机号').fill('13912340000')
  await pickByName(page, form.getByLabel('所属机构', { exact: true }), organName)
  await pickByName(page, form.getByLabel('管理机构', { exact: true }), organName)
  await form.getByRole('heading').or(form.locator('.ant-drawer-title')).first().click()
  await form.getByRole('button', { name: '新增成员' }).click()
  const shown = page.getByRole('dialog', { name: `账号 ${name} 的初始密码` })
  await expect(shown).toContainText('密码只显示这一次')
  const first = await shown.locator('code').innerText()
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(page.getByText(first)).toHaveCount(0)
  const theirs = await Api.signIn(name, first)
  expect((await theirs.call(account.me)).mustChangePassword).toBe(true)
  await open(page, `${list}?paramValue=${name}`)
  await row(page, name).getByRole('link', { name: '新同事' }).click()
  await expect(shell(page).pane).toContainText('尚未修改初始密码')
})

test('what is wrong is said at its field, by the rules of the contract', async ({ page }) => {
  await open(page, list)
  await page.getByRole('button', { name: '新增成员' }).click()
  const form = page.getByRole('dialog', { name: '新增成员' })
  await form.getByLabel('账号').fill('1')
  await form.getByLabel('手机号').fill('12345')
  await form.getByLabel('邮箱').fill('nobody')
  await form.getByRole('button', { name: '新增成员' }).click()
  for (const sentence of [
    '账号须以字母开头，3 至 32 个字母、数字、点、下划线或连字符',
    '名称不能为空',
    '手机号格式不正确',
    '邮箱格式不正确',
    '所属机构不能为空',
    '请至少选择一个管理机构',
  ])
    await expect(form.getByText(sentence, { exact: true })).toBeVisible()
})

test('a taken account is refused in the form, and what was typed stays', async ({ page, api }) => {
  const { account: takenAccount, organName } = await newMember(api)
  await open(page, list)
  await page.getByRole('button', { name: '新增成员' }).click()
  const form = page.getByRole('dialog', { name: '新增成员' })
  await form.getByLabel('账号').fill(takenAccount)
  await form.getByLabel('名称').fill('同名')
  await pickByName(page, form.getByLabel('所属机构', { exact: true }), organName)
  await pickByName(page, form.getByLabel('管理机构', { exact: true }), organName)
  await form.locator('.ant-drawer-title').click()
  await form.getByRole('button', { name: '新增成员' }).click()
  await expect(form.getByRole('alert')).toContainText(`账号 ${takenAccount} 已被使用`)
  await expect(form.getByLabel('名称')).toHaveValue('同名')
})

test('编辑 changes the member; the account stays as it is', async ({ page, api }) => {
  const person = await newMember(api)
  await open(page, listOf(person))
  await row(page, person.account).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: `编辑成员 ${person.name}` })
  await expect(form.getByLabel('账号')).toHaveCount(0)
  await form.getByLabel('名称').fill('改过的名称')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, person.account)).toContainText('改过的名称')
})

test('停用 asks first, ends their sessions and can be taken back', async ({ page, browser, api }) => {
  const person = await newPerson(api)
  const theirs = await anotherBrowser(browser, person.api)
  await open(theirs, '/home')
  await open(page, listOf(person))
  const act = (name: string) => row(page, person.account).getByRole('button', { name })
  // In the row it is an act like others; the button that does it is the red one.
  const colour = (button: Locator) => button.evaluate(element => getComputedStyle(element).color)
  const plain = await colour(act('编辑'))
  for (const name of ['停用', '重置密码']) expect(await colour(act(name))).toBe(plain)
  await act('停用').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`停用成员“${person.name}”？`)
  await expect(question.getByRole('button', { name: '停用成员' })).toHaveClass(/dangerous/)
  await confirm(page, '停用成员')
  await expect(row(page, person.account).getByRole('cell', { name: '停用', exact: true })).toBeVisible()
  await expect(theirs).toHaveURL(/\/login/)
  await row(page, person.account).getByRole('button', { name: '启用' }).click()
  await confirm(page, '启用成员')
  await expect(row(page, person.account).getByRole('button', { name: '停用' })).toBeVisible()
  await theirs.context().close()
})

test('重置密码: the old one is good no more, the new one is shown once', async ({ page, api }) => {
  const person = await newMember(api)
  await open(page, listOf(person))
  await row(page, person.account).getByRole('button', { name: '重置密码' }).click()
  await confirm(page, '重置密码')
  const shown = page.getByRole('dialog', { name: `账号 ${person.account} 的初始密码` })
  const fresh = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  await expect(Api.signIn(person.account, person.firstPassword)).rejects.toThrow('账号或密码不正确')
  await expect(Api.signIn(person.account, fresh)).resolves.toBeInstanceOf(Api)
})

test('成员详情 shows where they are signed in; 下线全部设备 ends all of it', async ({ page, api }) => {
  const person = await newPerson(api)
  await open(page, `/system/memberDetail?userId=${person.userId}`)
  const sessions = shell(page).pane.getByRole('region', { name: '登录设备' })
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('地址')
  await shell(page).pane.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '下线全部设备' }).click()
  await confirm(page, '全部下线')
  await expect(sessions).toContainText('现在没有登录')
  await expect(person.api.call(account.me)).rejects.toThrow('-80231')
})

test('nobody disables themselves, and the button says so', async ({ page }) => {
  await open(page, `${list}?paramValue=admin`)
  expect(await reasonOf(page, row(page, 'admin').getByRole('button', { name: '停用' }))).toContain(
    '不能停用自己',
  )
})

test('filters live in the URL, and the export follows them', async ({ page, api }) => {
  const person = await newMember(api)
  await api.call(members.disable, { userId: person.userId })
  await open(page, `${listOf(person)}&enabled=false`)
  await expect(row(page, person.account)).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shell(page).pane.getByRole('button', { name: '导出' }).click(),
  ])
  const { readFile } = await import('node:fs/promises')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(person.account)
})
