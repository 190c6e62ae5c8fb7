import { apps, courses, organisations } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

let made = 0
function newName(what: string): string {
  made += 1
  return `${what}${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
}

/** A school with an app that nobody else looks at. */
async function newSchool(api: Api): Promise<number> {
  const form = { name: newName('应用驾校'), provinceId: '330000', cityId: '330100' }
  return (await api.call(organisations.addSchool, form)).organizationId
}
const phone = (page: Page) => page.getByRole('region', { name: '手机预览' }).last()

test('应用管理 has the schools, the courses, the sign-ups and the feedback', async ({ page }) => {
  await open(page, '/operationAnother/apply')
  for (const [label, column] of [
    ['应用', '在售课程'],
    ['课程', '训练模块'],
    ['报名', '意向驾校'],
    ['意见反馈', '内容'],
  ]) {
    await shell(page)
      .pane.getByRole('radiogroup')
      .getByText(label ?? '', { exact: true })
      .click()
    await expect(shell(page).pane.getByRole('columnheader', { name: column ?? '' })).toBeVisible()
  }
})

test('新增课程: figures are read as they were meant, or kept as typed and refused; never guessed', async ({
  page,
  api,
}) => {
  const name = newName('课程')
  await open(page, '/operationAnother/apply?tab=courses')
  await page.getByRole('button', { name: '新增课程' }).click()
  const form = page.getByRole('dialog', { name: '新增课程' })
  await form.getByLabel('课程名称').fill(name)
  const modules = form.getByLabel('训练模块')
  await modules.click()
  await (await choicesOf(page, modules)).locator('.ant-select-item-option').first().click()
  await page.keyboard.press('Escape')
  await form.getByLabel('训练分钟数').pressSequentially('９０分钟')
  const price = form.getByLabel('价格', { exact: true })
  const save = form.getByRole('button', { name: '新增课程' })
  // A third decimal begins no new amount, and a comma is no thousand.
  for (const [typed, problem] of [
    ['100.5055', '最多 2 位小数'],
    ['1000，5', '看不出是小数点还是千位'],
  ] as const) {
    await price.fill('')
    await price.pressSequentially(typed)
    await save.click()
    await expect(form.getByText(problem)).toBeVisible()
    await expect(price).toHaveValue(typed)
  }
  await price.fill('1.2万')
  await price.press('Tab')
  await expect(price).toHaveValue('12000.00')
  await expect(form.getByText('看不出是小数点还是千位')).toHaveCount(0)
  await price.fill('１９．９')
  await save.click()
  await expect(form).toHaveCount(0)
  const found = await api.call(courses.list, { paramValue: name })
  expect(found.dataList).toMatchObject([{ price: 1990, minutes: 90, gearType: 'C1' }])
})

test('课程配置: offered, priced and put in order, then saved as a whole', async ({ page, api }) => {
  const schoolId = await newSchool(api)
  await open(page, `/operationAnother/courseConfig?organizationId=${schoolId}`)
  const offered = page.getByRole('list', { name: '在售课程' }).getByRole('listitem')
  for (let count = 0; count < 3; count += 1) {
    await page
      .getByRole('button', { name: /上\s*架/ })
      .first()
      .click()
    await expect(offered).toHaveCount(count + 1)
  }
  const name = (index: number) => offered.nth(index).locator('strong').innerText()
  const second = await name(1)
  // What the course costs elsewhere stands beside the school's own price, and both can be read.
  await expect(offered.nth(1)).toContainText(/课程价\s*¥[\d,]+\.\d\d/)
  const price = offered.nth(1).getByRole('spinbutton')
  await price.fill('388.5')
  expect(await price.evaluate(field => field.clientWidth)).toBeGreaterThanOrEqual(140)
  // What the field is, is said beside what was typed.
  await expect(offered.nth(1).getByText('本校价')).toBeVisible()
  // By the buttons, and with the mouse.
  await offered.nth(1).getByRole('button', { name: /^上移/ }).click()
  expect(await name(0)).toBe(second)
  const last = await offered.nth(2).innerText()
  await offered.nth(2).dragTo(offered.nth(1))
  await expect(offered.nth(1)).toContainText(last.split('\n').find(line => line.length > 3) ?? '')
  await page.getByRole('button', { name: '保存课程配置' }).click()
  await expect(shell(page).toast('课程配置已保存')).toBeVisible()
  const stored = await api.call(courses.ofSchool, { schoolId })
  const offeredRows = stored.filter(offer => offer.offered)
  expect(offeredRows).toHaveLength(3)
  expect(offeredRows[0]).toMatchObject({ courseName: second, price: 38_850 })
  expect(offeredRows.slice(1).map(({ price }) => price)).toEqual([null, null])
})

test('设备配置: parameters of one school, and the default of offline reminders', async ({ page, api }) => {
  const schoolId = await newSchool(api)
  await open(page, `/operationAnother/deviceConfig?organizationId=${schoolId}`)
  await expect(shell(page).pane.getByRole('region', { name: '离线提醒默认配置' })).toBeVisible()
  await page.getByRole('button', { name: '编辑设备参数' }).click()
  const form = page.getByRole('dialog', { name: '编辑设备参数' })
  await form.getByLabel('及格分数').fill('90')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(shell(page).pane.getByRole('region', { name: '设备参数' })).toContainText('90 分')
  expect(await api.call(apps.deviceConfig, { schoolId })).toMatchObject({ passScore: 90 })
})

test('应用配置: a menu entry is added, moved and deleted, and the phone follows', async ({ page, api }) => {
  const menuBelongSchool = await newSchool(api)
  const [first, second] = [newName('甲'), newName('乙')]
  await api.call(apps.saveMenu, { menuName: first, menuBelongSchool })
  await open(page, `/operationAnother/applyConfig?organizationId=${menuBelongSchool}`)
  await page.getByRole('button', { name: '新增菜单' }).click()
  const form = page.getByRole('dialog', { name: '新增菜单' })
  await form.getByLabel('菜单名称').fill(second)
  await form.getByRole('button', { name: '新增菜单' }).click()
  await expect(form).toHaveCount(0)
  await expect(phone(page)).toContainText(second)

  const own = async () =>
    (await api.call(apps.menus, { schoolId: menuBelongSchool }))
      .filter(menu => menu.menuBelongSchool === menuBelongSchool)
      .map(({ menuName, children }) => [menuName, ...children.map(child => child.menuName)])
  expect(await own()).toEqual([[first], [second]])
  const entry = (name: string) => page.locator('.ant-tree-treenode', { hasText: name })
  await page.getByRole('button', { name: `${second}的操作` }).click()
  await page.getByRole('menuitem', { name: '上移' }).click()
  await expect.poll(own).toEqual([[second], [first]])
  // What is taken while the tree is shown anew is let go of.
  const entries = page.locator('.ant-tree-treenode').filter({ hasText: new RegExp(`${first}|${second}`) })
  await expect(entries).toContainText([second, first])
  // Let go on an entry, further right than it was taken, it goes below that one.
  await entry(first).dragTo(entry(second), {
    sourcePosition: { x: 60, y: 18 },
    targetPosition: { x: 160, y: 18 },
  })
  await expect.poll(own).toEqual([[second, first]])

  // By keys: the tree leaves them alone, and what is asked waits for an answer of its own.
  await page.reload()
  await page.getByRole('button', { name: `${first}的操作` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '编辑' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `${first}的操作` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '编辑' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: /删\s*除/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '删除菜单' }).click()
  await expect.poll(own).toEqual([[second]])
})

test('轮播图: a picture is uploaded, shown in its period and on the phone', async ({ page, api }) => {
  const schoolId = await newSchool(api)
  const title = newName('开学')
  await open(page, `/operationAnother/applyConfig?organizationId=${schoolId}`)
  await page.getByRole('button', { name: '新增轮播图' }).click()
  const form = page.getByRole('dialog', { name: '新增轮播图' })
  await form.getByRole('button', { name: '新增轮播图' }).click()
  await expect(form.getByText(/图片不能为空|请上传轮播图图片/)).toBeVisible()
  await form.getByLabel('选择轮播图图片').setInputFiles({
    name: 'banner.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 750, height: 320 } }),
  })
  await expect(form.getByAltText('轮播图预览')).toHaveAttribute('src', /^\/files\/[\w-]{32}\.webp\?/)
  await form.getByLabel('标题').fill(title)
  await form.getByRole('button', { name: '新增轮播图' }).click()
  await expect(form).toHaveCount(0)
  const row = shell(page).pane.locator('tbody tr', { hasText: title })
  await expect(row).toContainText('展示中')
  await expect(phone(page).getByRole('button', { name: new RegExp(title) })).toBeVisible()
})

test('轮播图: a page that stood open too long reads the addresses again; what does not come has its mark', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/^Failed to load resource: .*(e=1&s=over|night\.svg)\)$/)
  const schoolId = await newSchool(api)
  const title = newName('夜间')
  const banner = { title, imageUrl: '/banners/night.svg', schoolIds: [schoolId] }
  await api.call(apps.saveBanner, { ...banner, begin: '2026-01-01', end: '2099-12-31' })
  const late = `/files/${'a'.repeat(32)}.webp?e=1&s=over`
  let reads = 0
  await page.route('**/bannersList*', async route => {
    const response = await route.fetch()
    const body = await response.text()
    reads += 1
    await route.fulfill({
      response,
      body: reads === 1 ? body.replaceAll('/banners/night.svg', late) : body,
    })
  })
  await open(page, `/operationAnother/applyConfig?organizationId=${schoolId}`)
  const shown = shell(page).pane.locator('tbody tr', { hasText: title }).locator('img')
  await expect(shown).toHaveAttribute('src', '/banners/night.svg')

  await page.route('**/banners/night.svg', route => route.abort())
  await page.reload()
  const row = shell(page).pane.locator('tbody tr', { hasText: title })
  await expect(row.getByRole('img', { name: '（图片无法显示）' })).toBeVisible()
})

test.describe('a school', () => {
  test.use({ account: 'school' })
  test('keeps its own menu; what is for all schools is the platform’s', async ({ page, api }) => {
    const [school] = await api.call(organisations.schools, {})
    await open(page, `/operationAnother/applyConfig?organizationId=${school?.organizationId}`)
    await page.getByRole('button', { name: '模拟训练的操作' }).click()
    await expect(page.getByRole('menuitem', { name: /编辑/ })).toContainText('由平台统一维护')
  })
})
