import { account } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { Api } from '../support/api.ts'
import { cancelUpload, slowUploads } from '../support/network.ts'
import { enterAs, newMember, newPerson, ownPassword } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const centre = (page: Page) => shell(page).dialog('个人中心')

/** Opens 个人中心, and one of its sub-pages where one is named. */
async function openCentre(page: Page, button?: string) {
  await page.getByRole('button', { name: '个人中心', exact: true }).click()
  if (button !== undefined) await centre(page).getByRole('button', { name: button }).click()
}

const field = (page: Page, label: string) => centre(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => centre(page).getByRole('button', { name, exact: true }).click()

test.describe('个人中心 (spec §2)', () => {
  test('opens by the avatar and by its entry in the user menu', async ({ page }) => {
    await open(page, '/home')
    await page.getByRole('button', { name: '个人中心', exact: true }).click()
    await expect(centre(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(centre(page)).toHaveCount(0)
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '个人中心' }).click()
    await expect(centre(page)).toBeVisible()
  })

  test('shows avatar, name, organisation, account, phone, mail and the managed organisations as coloured tags', async ({
    page,
    api,
  }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page)
    await expect(centre(page).locator('.ant-avatar')).toBeVisible()
    await expect(centre(page)).toContainText(person.name)
    await expect(centre(page)).toContainText(person.organName)
    const fact = (label: string) => centre(page).locator('dt', { hasText: label }).locator('+ dd')
    await expect(fact('账号')).toHaveText(person.account)
    await expect(fact('联系电话')).toHaveText(person.phone)
    await expect(fact('电子邮箱')).toHaveText(person.mail)
    const tags = centre(page).getByRole('list', { name: '管理机构' }).getByRole('listitem')
    await expect(tags).toHaveText([person.organName])
    await expect(tags.first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  test('has the buttons 修改密码, 编辑个人信息 and 通知选项配置; their pages slide within the dialog', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page, '/home')
    await openCentre(page)
    for (const name of ['修改密码', '编辑个人信息', '通知选项配置']) {
      await press(page, name)
      await expect(centre(page).getByRole('region', { name })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect(centre(page).getByTestId('centre-slide')).toHaveCSS('animation-name', /centre-forth/)
      await press(page, name === '通知选项配置' ? '返回' : '取消')
      await expect(centre(page).getByRole('button', { name })).toBeVisible()
      await expect(centre(page).getByTestId('centre-slide')).toHaveCSS('animation-name', /centre-back/)
    }
  })

  test('lists own sessions with device, address and time, and ends another one', async ({ page, api }) => {
    const person = await newPerson(api)
    const other = await Api.signIn(person.account, ownPassword)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page)
    const sessions = centre(page).getByRole('region', { name: '登录设备' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: '本机' })).toHaveCount(1)
    await expect(sessions.first()).toContainText('127.0.0.1')
    await expect(sessions.first().locator('time').first()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await sessions.getByRole('button', { name: /^下线/ }).click()
    await page.getByRole('button', { name: '下线登录设备' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('本机')
    await expect(other.call(account.me)).rejects.toThrow('-80231')
  })
})

test.describe('修改密码 (spec §2, §5)', () => {
  test('refuses an empty form: 旧密码不能为空, 新密码不能为空, 确认密码不能为空, 表单验证失败!', async ({
    page,
  }) => {
    await open(page, '/home')
    await openCentre(page, '修改密码')
    await press(page, '提交')
    for (const sentence of ['旧密码不能为空', '新密码不能为空', '确认密码不能为空']) {
      await expect(centre(page).getByText(sentence, { exact: true })).toBeVisible()
    }
    await expect(shell(page).toast('表单验证失败!')).toBeVisible()
  })

  test('refuses two new passwords that differ, and a weak one', async ({ page }) => {
    await open(page, '/home')
    await openCentre(page, '修改密码')
    await field(page, '旧密码').fill('whatever')
    await field(page, '新密码').fill('Simulator7')
    await field(page, '确认密码').fill('Simulator8')
    await press(page, '提交')
    await expect(centre(page).getByText('两次输入的新密码不一致')).toBeVisible()
    await expect(shell(page).toast('表单验证失败!')).toBeVisible()
    await field(page, '新密码').fill('short1234')
    await field(page, '确认密码').fill('short1234')
    await press(page, '提交')
    await expect(centre(page).getByText('新密码最少 10 位')).toBeVisible()
  })

  test('says what the server refuses, then changes it and ends the other sessions', async ({ page, api }) => {
    const person = await newPerson(api)
    const other = await Api.signIn(person.account, ownPassword)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page, '修改密码')
    await field(page, '旧密码').fill('NotTheOne1')
    await field(page, '新密码').fill('Lubiao9Zhixing')
    await field(page, '确认密码').fill('Lubiao9Zhixing')
    await press(page, '提交')
    await expect(centre(page).getByRole('alert')).toContainText('旧密码不正确')
    await field(page, '旧密码').fill(ownPassword)
    await press(page, '提交')
    await expect(shell(page).toast('密码已修改，其他设备需要重新登录')).toBeVisible()
    await expect(centre(page).getByRole('button', { name: '修改密码' })).toBeVisible()
    await expect(other.call(account.me)).rejects.toThrow('-80231')
    await Api.signIn(person.account, 'Lubiao9Zhixing')
  })
})

test.describe('编辑个人信息 (spec §2, §5)', () => {
  test('名称不能为空, 手机号格式不正确, 邮箱格式不正确, 表单验证失败!', async ({ page, api }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page, '编辑个人信息')
    await field(page, '名称').fill('')
    await field(page, '联系电话').fill('12345678901')
    await field(page, '电子邮箱').fill('nobody@')
    await press(page, '提交')
    for (const sentence of ['名称不能为空', '手机号格式不正确', '邮箱格式不正确']) {
      await expect(centre(page).getByText(sentence, { exact: true })).toBeVisible()
    }
    await expect(shell(page).toast('表单验证失败!')).toBeVisible()
  })

  test('取消 restores the previous values, without asking', async ({ page, api }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page, '编辑个人信息')
    await field(page, '名称').fill('别的名字')
    await press(page, '取消')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(centre(page)).toContainText(person.name)
    await press(page, '编辑个人信息')
    await expect(field(page, '名称')).toHaveValue(person.name)
  })

  test('saves name, phone and mail; the header follows; mail may be empty', async ({ page, api }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page, '编辑个人信息')
    await field(page, '名称').fill('新名字')
    await field(page, '联系电话').fill('13912345678')
    await field(page, '电子邮箱').fill('')
    await press(page, '提交')
    await expect(centre(page).getByRole('alert')).toContainText('请输入登录密码')
    await field(page, '登录密码').fill(ownPassword)
    await press(page, '提交')
    await expect(shell(page).toast('个人信息已保存')).toBeVisible()
    await expect(centre(page)).toContainText('13912345678')
    await expect(page.getByRole('button', { name: '新名字，用户菜单', includeHidden: true })).toBeAttached()
    expect(await person.api.call(account.me)).toMatchObject({ userName: '新名字', userMail: null })
  })

  test('takes a picture as avatar; what is no picture is refused with a sentence', async ({ page, api }) => {
    const person = await newPerson(api)
    await enterAs(page, person.api)
    await open(page, '/home')
    await openCentre(page, '编辑个人信息')
    const input = centre(page).locator('input[type=file]')
    await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(centre(page).getByText('这不是可用的图片')).toBeVisible()
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
    await input.setInputFiles(large)
    await expect(centre(page).getByText('文件不能超过 5 MB')).toBeVisible()
    const unlimited = await slowUploads(page, 100_000)
    await input.setInputFiles({ ...large, buffer: Buffer.alloc(2_000_000) })
    await cancelUpload(centre(page))
    await expect(centre(page).getByText('不超过 5 MB')).toBeVisible()
    await unlimited()
    const picture = await centre(page).screenshot()
    await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: picture })
    await expect(centre(page).getByRole('img', { name: '头像' })).toHaveAttribute(
      'src',
      /^\/files\/.+\.webp\?/,
    )
    await press(page, '提交')
    await expect(shell(page).toast('个人信息已保存')).toBeVisible()
    const shown = page.getByRole('button', { name: '个人中心', includeHidden: true }).locator('img')
    await expect(shown).toHaveAttribute('src', /^\/files\/.+\.webp\?/)
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
})

test.describe('the first sign-in', () => {
  test.use({ account: null })
  test('opens on 修改密码, which cannot be left until it is done', async ({ page, signedIn }) => {
    const person = await newMember(await signedIn('admin'))
    await page.goto('/login')
    await page.getByLabel('账号').fill(person.account)
    await page.getByLabel('密码', { exact: true }).fill(person.firstPassword)
    await page.keyboard.press('Enter')
    await expect(centre(page).getByRole('region', { name: '修改密码' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(centre(page)).toBeVisible()
    await expect(centre(page).getByRole('button', { name: '取消' })).toHaveCount(0)
    await expect(shell(page).menu).toHaveCount(0)
    // No page is open behind it.
    await expect(page).not.toHaveTitle(/首页/)
    await page.goto('/message')
    await expect(centre(page).getByRole('region', { name: '修改密码' })).toBeVisible()
    await field(page, '旧密码').fill(person.firstPassword)
    await field(page, '新密码').fill(ownPassword)
    await field(page, '确认密码').fill(ownPassword)
    await press(page, '提交')
    await expect(centre(page)).toHaveCount(0)
    await waitUntilSettled(page)
    await expect(page).toHaveURL('/message')
    await expect(shell(page).menu).toBeVisible()
  })
})
