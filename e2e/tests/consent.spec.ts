import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { reasonOf, row, rows } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { choicesOf } from '../support/pickers.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// What students are told and agree to, on a server of its own: where consent is needed nobody else's test could add a student.

let server: RunningServer
let dataDir: string
test.describe.configure({ mode: 'serial' })
// Another server than that of the run: its code is fetched anew.
test.use({ account: null, warm: false })
test.beforeAll(async () => {
  test.setTimeout(patience(150_000))
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-consent-'))
  server = await startServer(dataDir)
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const consentTab = '/system/privacy?tab=consents'
const said = '已阅读《个人信息处理告知书》(v1) 并同意；身份证号已取得单独同意'
const newcomer = '钟南希'

const visit = (page: Page, path: string) => open(page, `${server.url}${path}`)

/** In a window of its own for each test, on this server. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('Demo@2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await waitUntilSettled(page)
}

/** The first of what a picker offers. */
async function chooseFirst(page: Page, picker: Locator): Promise<void> {
  await picker.click()
  await (await choicesOf(page, picker)).locator('.ant-select-item-option').first().click()
}

async function addStudent(page: Page) {
  await visit(page, '/student/studentManagement')
  await page.getByRole('button', { name: '新增学员' }).click()
  const form = page.getByRole('dialog', { name: '新增学员' })
  await chooseFirst(page, form.getByLabel('驾校'))
  await form.getByLabel('姓名').fill(newcomer)
  await form.getByLabel('手机号').fill('13812345678')
  await form.getByText('C1 手动挡', { exact: true }).click()
  return { form, submit: () => form.getByRole('button', { name: '新增学员' }).click() }
}

const missing = (page: Page) => shell(page).pane.getByText(/^在学而没有登记/)

test('a notice is published, and says of how many no consent is entered', async ({ page }) => {
  await signIn(page)
  await visit(page, consentTab)
  const { pane } = shell(page)
  await expect(pane.getByText(/^还没有发布/)).toBeVisible()
  await expect(missing(page)).toHaveText(/[1-9][\d,]* 名$/)
  expect(await reasonOf(page, rows(page).first().getByRole('button', { name: '登记同意' }))).toContain(
    '还没有告知书，请先发布',
  )
  await pane.getByRole('button', { name: '发布告知书' }).click()
  const form = page.getByRole('dialog', { name: '发布告知书' })
  await form.getByRole('button', { name: '发布' }).click()
  await expect(form.getByText('告知书内容不能为空')).toBeVisible()
  await form.getByLabel('告知书内容').fill('我们为训练和考试处理您的姓名和手机号。')
  await form.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('第 1 版已发布')).toBeVisible()
  await expect(pane.getByText('现行第 1 版')).toBeVisible()
  await pane.getByRole('button', { name: '查看告知书' }).click()
  const versions = page.getByRole('dialog', { name: '个人信息处理告知书' })
  await expect(versions.getByText('我们为训练和考试处理您的姓名和手机号。')).toBeVisible()
  await expect(versions.getByText(/校验码（SHA-256）[0-9a-f]{64}$/)).toBeVisible()

  await test.step('whoever sees to it is told at home', async () => {
    await visit(page, '/home')
    await page
      .getByTestId('home-todos')
      .getByRole('link', { name: /未登记告知同意的学员/ })
      .click()
    await waitUntilSettled(page)
    await expect(rows(page).first()).toContainText('未登记')
  })
})

test('where consent is needed nobody is added, imported or accepted without it', async ({ page }) => {
  test.setTimeout(patience(90_000))
  await signIn(page)
  await visit(page, '/system/securityPolicy')
  await page.getByRole('main').getByRole('button', { name: '修改', exact: true }).click()
  const policy = page.getByRole('dialog', { name: '修改安全设置' })
  await policy.getByRole('radio', { name: '要求', exact: true }).check()
  await policy.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('安全设置已保存')).toBeVisible()

  await test.step('added', async () => {
    const { form, submit } = await addStudent(page)
    await submit()
    await expect(form.getByText(/^请先登记告知同意/)).toBeVisible()
    await form.getByLabel(`学员${said}`).check()
    await submit()
    await expect(form).toHaveCount(0)
  })
  await test.step('imported', async () => {
    await page.getByRole('button', { name: '导入学员' }).click()
    const wizard = page.getByRole('dialog', { name: '导入学员' })
    await chooseFirst(page, wizard.getByRole('combobox', { name: '导入到驾校' }))
    await wizard.getByLabel(`本批学员${said}`).check()
    const head = '姓名,手机号,身份证号,驾照类型'
    await wizard
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: '学员.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `\ufeff${head}\r\n邓稼贤,13800000001,,C1\r\n小朋友,13800000002,440106202001010018,C1\r\n`,
        ),
      })
    await expect(wizard.getByRole('row', { name: /小朋友/ })).toContainText('须监护人同意')
    await wizard.getByText('只导入没有问题的 1 名').click()
    await wizard.getByRole('button', { name: '导入 1 名学员' }).click()
    await expect(wizard.locator('.ant-alert-success')).toBeVisible()
  })
  await test.step('accepted, alone and with others', async () => {
    await visit(page, '/enroll/enroll_student')
    const name = await rows(page).first().getByRole('cell').nth(1).innerText()
    await rows(page).first().getByRole('button', { name: '确认', exact: true }).click()
    const form = page.getByRole('dialog', { name: `确认“${name}”的报名` })
    await expect(form.getByText('报名时没有在驾校的应用里同意告知书', { exact: false })).toBeVisible()
    await form.getByRole('button', { name: '确认报名' }).click()
    await expect(form.getByText(/^请先登记告知同意/)).toBeVisible()
    await form.getByLabel(`学员${said}`).check()
    await form.getByRole('button', { name: '确认报名' }).click()
    await expect(page.getByText(`“${name}”已成为学员`)).toBeVisible()

    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: '确认报名', exact: true }).click()
    const many = page.getByRole('dialog', { name: '确认 1 个报名' })
    await many.getByLabel(`所选学员${said}`).check()
    await many.getByRole('button', { name: '确认 1 个报名' }).click()
    await expect(page.getByRole('dialog').getByText(/成功 1/)).toBeVisible()
  })
  await visit(page, consentTab)
  await expect(
    shell(page)
      .pane.getByText(/^已同意/)
      .first(),
  ).toHaveText('已同意 4 名')
})

test('a consent is withdrawn for a reason, which restricts its student; what rests on a contract is not', async ({
  page,
}) => {
  await signIn(page)
  await visit(page, `${consentTab}&consents.paramValue=${encodeURIComponent(newcomer)}`)
  const of = row(page, newcomer)
  await expect(of).toContainText('已同意')
  await of.getByRole('button', { name: '登记同意' }).click()
  const form = page.getByRole('dialog', { name: `登记“${newcomer}”的同意` })
  await form.getByLabel('处理依据').click()
  await page.getByTitle('合同', { exact: true }).click()
  await form.getByRole('button', { name: '登记' }).click()
  await expect(form).toHaveCount(0)
  await expect(of).toContainText('合同')
  await of.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: '撤回同意' })).toContainText(
    '处理依据是“合同”，不是同意，不能撤回',
  )
  await page.keyboard.press('Escape')

  await of.getByRole('button', { name: '登记同意' }).click()
  await form.getByRole('button', { name: '登记' }).click()
  await expect(form).toHaveCount(0)
  await of.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '撤回同意' }).click()
  const withdrawal = page.getByRole('dialog', { name: `撤回“${newcomer}”的同意` })
  await withdrawal.getByLabel('撤回说明').fill('本人到校提出')
  await withdrawal.getByRole('button', { name: '撤回同意' }).click()
  await expect(of).toContainText('已撤回')

  await shell(page).pane.getByText('查找学员', { exact: true }).click()
  await shell(page).pane.getByLabel('学员', { exact: true }).fill(newcomer)
  await page.keyboard.press('Enter')
  await expect(row(page, newcomer)).toContainText('限制')
})
