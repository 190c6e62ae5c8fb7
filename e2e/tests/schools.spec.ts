import { organisationErrors, organisations, trainingUse } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { nextReply } from '../support/network.ts'
import { pickByName } from '../support/pickers.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const list = '/institution/drivingManagement'
const rows = (page: Page) => shell(page).pane.locator('tbody tr.ui-row')
const act = (page: Page, name: RegExp | string) => rows(page).first().getByRole('button', { name }).click()

let made = 0
function newName(what: string): string {
  made += 1
  return `测试${what}${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
}

async function newSchool(api: Api): Promise<{ organizationId: number; name: string }> {
  const name = newName('驾校')
  const form = { name, provinceId: '440000', cityId: '440100' }
  return { name, ...(await api.call(organisations.addSchool, form)) }
}

test('新增驾校: province and city are chosen as one, and what is wrong is said at its field', async ({
  page,
}) => {
  const name = newName('驾校')
  await open(page, list)
  await page.getByRole('button', { name: '新增驾校' }).click()
  const form = page.getByRole('dialog', { name: '新增驾校' })
  await form.getByLabel('联系电话').fill('12345')
  await form.getByRole('button', { name: '新增驾校' }).click()
  await expect(form.getByText('名称不能为空')).toBeVisible()
  await expect(form.getByText('所在地区不能为空')).toBeVisible()
  await expect(form.getByText('电话应为手机号或带区号的座机号')).toBeVisible()
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('联系电话').fill('020-83001234')
  await form.getByLabel('所在地区').click()
  await page.getByRole('menuitemcheckbox', { name: '广东省' }).click()
  await page.getByRole('menuitemcheckbox', { name: '珠海市' }).click()
  await form.getByRole('button', { name: '新增驾校' }).click()
  await expect(form).toHaveCount(0)
  // The newest stand first; where it is looked at, it has a page.
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  await expect(shell(page).toast(`已新增驾校“${name}”`)).toBeVisible()
  await page.locator('.ant-message').getByRole('link', { name: '查看' }).click()
  await expect(page).toHaveURL(/\/institution\/schoolDetail\?organizationId=\d+$/)
  await expect(shell(page).pane.getByRole('heading', { name })).toBeVisible()
  await expect(shell(page).pane).toContainText('广东省 珠海市')
})

test('停用 says what still uses the school, and 启用 brings it back', async ({ page, api }) => {
  const [used] = await api.call(organisations.schools, {})
  await open(page, `${list}?paramValue=${used?.name}`)
  const usage = nextReply(page, organisations.usage)
  await act(page, /停\s*用/)
  const question = page.getByRole('dialog', { name: /停用驾校/ })
  const uses = await usage
  expect(uses).not.toEqual([])
  for (const { what } of uses) await expect(question).toContainText(what)
  await question.getByRole('button', { name: /取\s*消/ }).click()

  const { name } = await newSchool(api)
  await open(page, `${list}?paramValue=${name}`)
  await act(page, /停\s*用/)
  await page.getByRole('button', { name: '停用驾校' }).click()
  await expect(rows(page).first().getByRole('cell', { name: '停用', exact: true })).toBeVisible()
  await act(page, /启\s*用/)
  await page.getByRole('button', { name: '启用驾校' }).click()
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /停\s*用/ }),
  ).toBeVisible()
})

test('停用 while somebody trains there is closed, and the question says why; a refusal is no error of the page', async ({
  page,
  api,
}) => {
  const { name, organizationId } = await newSchool(api)
  let training = [{ what: trainingUse, count: 2 }]
  await page.route('**/organ/usage?*', route => route.fulfill({ json: { code: 0, msg: '', data: training } }))
  await open(page, `${list}?paramValue=${name}`)
  await act(page, /停\s*用/)
  const question = page.getByRole('dialog', { name: /停用驾校/ })
  const refusal = organisationErrors.trainingThere.sentence(`“${name}”`, 2)
  await expect(question).toContainText(refusal)
  await expect(question.getByRole('button', { name: '停用驾校' })).toBeDisabled()
  await question.getByRole('button', { name: /取\s*消/ }).click()

  // Training that begins while the question stands: the server's refusal is shown, and the question stays.
  training = []
  await page.route('**/organ/setEnabled', route =>
    route.fulfill({ json: { code: organisationErrors.trainingThere.code, msg: refusal, data: null } }),
  )
  await act(page, /停\s*用/)
  await question.getByRole('button', { name: '停用驾校' }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(question).toBeVisible()
  expect((await api.call(organisations.info, { organizationId })).state).toBe('enabled')
})

test('下属结构 shows service points, classrooms and devices as a tree', async ({ page, api }) => {
  const [school] = await api.call(organisations.schools, {})
  const organizationId = school?.organizationId ?? 0
  const below = await api.call(organisations.below, { organizationId })
  await open(page, `${list}?paramValue=${school?.name}`)
  await act(page, '下属结构')
  const drawer = page.getByRole('dialog', { name: `${school?.name} 的下属结构` })
  for (const { name } of below) await expect(drawer.getByText(name, { exact: true })).toBeVisible()
  const room = below.flatMap(({ classrooms }) => classrooms).find(({ simulators }) => simulators.length > 0)
  const simulator = room?.simulators[0]
  // Every closed branch is opened once.
  for (;;) {
    const closedNodes = drawer.locator('.ant-tree-switcher_close')
    if ((await closedNodes.count()) === 0) break
    await closedNodes.first().click()
  }
  await drawer.getByText(simulator?.simulatorNum ?? '', { exact: true }).scrollIntoViewIfNeeded()
  await expect(drawer.getByText(simulator?.simulatorNum ?? '', { exact: true })).toBeVisible()
})

test('the pages of 招生 are reached from the row of the school, and filter by it', async ({ page, api }) => {
  const { organizationId, name } = await newSchool(api)
  for (const [title, path] of [
    ['招生配置', 'enroll_config'],
    ['招生学员', 'enroll_student'],
    ['教练管理', 'coach'],
    ['设备绑定', 'simulator'],
  ]) {
    await open(page, `${list}?paramValue=${name}`)
    await act(page, '更多')
    await page.getByRole('menuitem', { name: title ?? '' }).click()
    await expect(page).toHaveURL(new RegExp(`/enroll/${path}\\?schoolId=${organizationId}$`))
  }
})

test('服务点 and 教室 of a new school, from its row to the opening hours', async ({ page, api }) => {
  const { organizationId, name } = await newSchool(api)
  const point = newName('服务点')
  await open(page, `/institution/seviceManagement?organizationId=${organizationId}`)
  await expect(shell(page).pane.getByRole('heading', { name: `${name} 的服务点` })).toBeVisible()
  await page.getByRole('button', { name: '新增服务点' }).click()
  const pointForm = page.getByRole('dialog', { name: /新增服务点/ })
  await pointForm.getByLabel('名称').fill(point)
  await pointForm.getByRole('button', { name: '新增服务点' }).click()
  await expect(pointForm).toHaveCount(0)
  await expect(shell(page).toast(`已新增服务点“${point}”`)).toBeVisible()
  // It stands where its school stands.
  await expect(rows(page)).toContainText('广东省 广州市')

  await open(page, `/institution/classroomManagement?organizationId=${organizationId}`)
  await page.getByRole('button', { name: '新增教室' }).click()
  const form = page.getByRole('dialog', { name: '新增教室' })
  await form.getByLabel('教室名称').fill('一号教室')
  await pickByName(page, form.getByLabel('所属机构'), point)
  await form.getByLabel('座位数').fill('8')
  await form.getByLabel('网络地址').fill('192.168.1.1')
  await form.getByLabel('关门时间').fill('07:00')
  await form.getByLabel('座位数').click()
  await form.getByRole('button', { name: '新增教室' }).click()
  await expect(form.getByText('关门时间必须晚于开门时间')).toBeVisible()
  await form.getByLabel('关门时间').click()
  await form.getByLabel('关门时间').fill('21:30')
  // Enter would submit the form.
  await form.getByLabel('关门时间').press('Tab')
  await expect(form.getByLabel('关门时间')).toHaveValue('21:30')
  await form.getByRole('button', { name: '新增教室' }).click()
  await expect(form).toHaveCount(0)
  await waitUntilSettled(page)
  await expect(rows(page)).toContainText('08:30 – 21:30')
  await expect(rows(page)).toContainText('192.168.1.1')
  await expect(rows(page)).toContainText(point)
})

test.describe('a person without codes', () => {
  test.use({ account: 'guest' })
  for (const path of ['/institution/classroomManagement', '/institution/seviceManagement']) {
    test(`reads ${path} of the school in scope, and is not led where it is refused`, async ({
      page,
      api,
    }) => {
      const [school] = await api.call(organisations.schools, {})
      await open(page, `${path}?organizationId=${school?.organizationId}`)
      await expect(page.getByRole('heading', { name: new RegExp(`^${school?.name} 的`) })).toBeVisible()
      await expect(rows(page)).not.toHaveCount(0)
      await expect(page.getByText('没有权限')).toHaveCount(0)
      await expect(page.getByRole('link', { name: '返回驾校列表' })).toHaveCount(0)
    })
  }
})

test.describe('a school', () => {
  test.use({ account: 'school' })
  test('cannot add schools, and the button says why', async ({ page }) => {
    await open(page, list)
    const button = page.getByRole('button', { name: '新增驾校' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.hover()
    await expect(page.getByText('驾校名录由平台统一维护，请联系平台管理员')).toBeVisible()
  })

  test('edits its own entry and is not offered to disable it', async ({ page }) => {
    await open(page, list)
    const mine = rows(page).first()
    await expect(mine.getByRole('button', { name: /编\s*辑/ })).toBeVisible()
    await mine.getByRole('button', { name: '更多' }).click()
    await expect(page.getByRole('menuitem', { name: '教室管理' })).toBeVisible()
    for (const role of ['button', 'menuitem'] as const)
      await expect(page.getByRole(role, { name: /^停\s*用$/ })).toHaveCount(0)
  })
})
