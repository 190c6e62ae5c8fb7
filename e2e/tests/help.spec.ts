import { enrolment, toPage } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { follow, open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// The manual beside the page (帮助). That its tasks can be done as they say is tried by manual-*.spec.ts.

const manual = (page: Page) => page.getByRole('complementary', { name: '帮助' })
const title = (page: Page, name: string) =>
  manual(page).getByRole('heading', { name, exact: true, level: 2 }).first()
const button = (page: Page) => page.getByRole('button', { name: '帮助', exact: true })

test('帮助 stands beside the page, follows the tab, and gives the focus back', async ({ page }) => {
  await open(page, '/finacial/configuration')
  await button(page).click()
  await expect(title(page, '合同信息配置')).toBeFocused()
  await expect(manual(page).getByRole('heading', { name: '怎么做' })).toBeVisible()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true')

  await test.step('the page is used meanwhile', async () => {
    const add = shell(page).pane.getByRole('button', { name: '新增合同' })
    await add.click()
    await expect(shell(page).dialog('新增合同')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shell(page).dialog('新增合同')).toHaveCount(0)
    await expect(manual(page)).toBeVisible()
  })
  await test.step('another tab has another article, and what was read from there is left', async () => {
    await manual(page).getByRole('button', { name: '全部帮助' }).click()
    await manual(page).getByRole('button', { name: '学员退款' }).click()
    await expect(title(page, '学员退款')).toBeVisible()
    await follow(page, '/student/studentManagement')
    await expect(title(page, '学员列表')).toBeVisible()
  })
  await test.step('F1 closes and opens it, Escape within it closes it', async () => {
    await page.keyboard.press('F1')
    await expect(manual(page)).toHaveCount(0)
    await button(page).focus()
    await page.keyboard.press('F1')
    await expect(title(page, '学员列表')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(manual(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
  })
})

test('the manual is searched by what people call it, there and by Ctrl-K', async ({ page }) => {
  await open(page, '/home')
  await page.keyboard.press('F1')
  const box = manual(page).getByRole('textbox', { name: '搜索帮助' })
  await box.fill('怎么退费')
  const found = manual(page).getByRole('list', { name: '找到的帮助' })
  await expect(found.getByRole('button').first()).toHaveText('学员退款')
  await box.fill('没有这样的词')
  await expect(manual(page).getByRole('status')).toHaveText('没有找到，请换一个词。')
  await manual(page).getByRole('button', { name: '关闭帮助' }).click()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '页面或记录' }).fill('怎么退款')
  await page.getByRole('group', { name: '帮助' }).getByRole('option', { name: '学员退款' }).click()
  await expect(title(page, '学员退款')).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
})

test('on paper stands the article alone', async ({ page }) => {
  await open(page, '/finacial/configuration?help=contracts%23收退押金')
  await expect(manual(page).getByRole('heading', { name: '收退押金', exact: true })).toBeInViewport()
  await page.evaluate(() => Object.assign(window, { print: () => undefined }))
  await manual(page).getByRole('button', { name: '打印这篇帮助' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(manual(page).getByRole('heading', { name: '怎么做' })).toBeVisible()
  await expect(manual(page).getByRole('textbox', { name: '搜索帮助' })).toBeHidden()
  await expect(page.locator('#root')).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(manual(page)).toBeHidden()
  await expect(page.locator('#root')).toBeVisible()
})

test('a word says its sentence to who reaches it by keys', async ({ page }) => {
  await open(page, '/finacial/situation')
  const word = shell(page).pane.locator('.ui-term[tabindex]').first()
  await word.focus()
  await expect(page.getByRole('tooltip')).toHaveText(/。$/)
})

test('a refusal and an empty list lead to what explains them', async ({ page, api }) => {
  const [coach] = await api.call(enrolment.coachesForAll, {})
  const schoolId = coach?.schoolId ?? 0
  const phone = `135${String(Date.now()).slice(-8)}`
  await api.call(enrolment.addCoach, { schoolId, name: '号码之主', phone, gearTypes: ['C1'], years: 8 })
  const none = toPage([], 0, { pageNum: 0, pageSize: 10 })
  await page.route(`**${enrolment.coaches.path}*`, route =>
    route.fulfill({ json: { code: 0, msg: '', data: none } }),
  )
  await open(page, '/enroll/coach')
  await shell(page).pane.getByRole('button', { name: '怎么用这个页面' }).click()
  await expect(title(page, '教练管理')).toBeVisible()

  await open(page, `/enroll/coach?schoolId=${schoolId}`)
  await page.getByRole('button', { name: '新增教练' }).click()
  const form = shell(page).dialog('新增教练')
  await form.getByLabel('姓名').fill('号码之客')
  await form.getByLabel('手机号').fill(phone)
  await form.getByLabel('教龄').fill('8')
  await form.getByRole('button', { name: '新增教练' }).click()
  await form.getByRole('button', { name: '为什么' }).click()
  await expect(manual(page).getByRole('heading', { name: '为什么说手机号已有教练在用？' })).toBeInViewport()
})

test.describe('a school', () => {
  test.use({ account: 'school' })

  test('is offered what it can open alone', async ({ page }) => {
    await open(page, '/finacial/reconciliation?help=contents')
    const all = manual(page)
    await expect(all.getByRole('region', { name: '财务管理' }).getByText('对账管理')).toBeVisible()
    await expect(all.getByRole('button', { name: '有异议的账单' })).toBeVisible()
    for (const name of ['付款文件', '渠道对账', '月结和账龄', '开始使用', '开一所新驾校', '操作日志'])
      await expect(all.getByRole('button', { name, exact: true })).toHaveCount(0)

    // A link to one of them is a word of the sentence.
    await all.getByRole('button', { name: '一个月怎么关账' }).click()
    await expect(all.getByText('「月结」，看「月份」对不对')).toBeVisible()
    await expect(all.getByRole('button', { name: '月结', exact: true })).toHaveCount(0)
    await expect(all.getByRole('button', { name: '审批', exact: true })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('帮助 is a sheet over the lower part of the page', async ({ page }) => {
    await open(page, '/home')
    await button(page).click()
    await expect(title(page, '首页')).toBeVisible()
    const box = await manual(page).boundingBox()
    expect(box).toMatchObject({ x: 0, width: 390 })
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
    expect(box?.y).toBeGreaterThan(150)
    await manual(page).getByRole('button', { name: '关闭帮助' }).click()
    await expect(manual(page)).toHaveCount(0)
  })
})
