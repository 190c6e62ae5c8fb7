import { home, roles } from '@drivesim/contract'
import { newSn } from '../support/devices.ts'
import { rows } from '../support/lists.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.describe('finance', () => {
  test.use({ account: 'finance' })

  test('the month’s close stands first, and each of its figures opens the rows that it counts', async ({
    page,
    api,
  }) => {
    const close = (await api.call(home.blocks)).find(block => block.key === 'monthClose')
    if (close === undefined || 'failed' in close) throw new Error('finance has the close')
    await open(page, '/home')
    const { pane } = shell(page)
    // After the to-dos: before whatever is not theirs to do.
    await expect(pane.getByRole('heading', { level: 2 }).nth(1)).toHaveText('月结')
    const counts = pane.getByRole('list', { name: '月结统计' })
    const disputed = close.figures.find(({ label }) => label === '有异议')
    await counts.getByRole('link', { name: `有异议 ${disputed?.value}` }).click()
    await waitUntilSettled(page)
    await expect(page).toHaveURL('/finacial/reconciliation?state=disputed')
    await expect(rows(page)).toHaveCount(disputed?.value ?? -1)
    await page.goBack()
    const [first] = close.rows
    await pane.getByRole('list', { name: '月结', exact: true }).getByRole('link').first().click()
    await expect(page).toHaveURL(first?.to ?? '')
  })
})

test('blocks are hidden and moved by keys alone, for this person, also in what the server renders, and stand again as they were', async ({
  page,
  api,
}) => {
  const { roleId } = await api.call(roles.add, {
    roleName: `测试角色 ${newSn()}`,
    codes: ['device', 'device:running'],
  })
  const person = await newPerson(api, { roleIds: [roleId] })
  await enterAs(page, person.api)
  await open(page, '/home')
  const { pane } = shell(page)
  const titles = () => pane.locator('h2').allTextContents()
  const before = await titles()
  expect(before.slice(0, 2)).toEqual(['待办', '正在训练'])
  await pane.getByRole('button', { name: '调整首页' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: '调整首页' })
  await drawer.getByRole('checkbox', { name: '公告' }).focus()
  await page.keyboard.press('Space')
  await expect(pane.getByRole('region', { name: '公告' })).toHaveCount(0)
  for (const _ of [1, 2]) {
    await drawer.getByRole('button', { name: '上移最近访问' }).focus()
    await page.keyboard.press('Enter')
  }
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['待办', '最近访问', '正在训练'])
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect.poll(async () => (await person.api.call(home.overview)).look?.[1]?.key).toBe('recent')
  // The server renders it so, too.
  await page.route('**/assets/*.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/home')
  const rendered = page.locator('#server-rendered [data-testid=home-body] h2')
  await expect(rendered.first()).toBeVisible()
  expect((await rendered.allTextContents()).slice(0, 3)).toEqual(['待办', '最近访问', '正在训练'])
  await page.unroute('**/assets/*.js')
  await open(page, '/home')
  await pane.getByRole('button', { name: '调整首页' }).click()
  await drawer.getByRole('button', { name: '恢复默认' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(before)
})

for (const size of [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
])
  test(`no line of blocks is left half empty at ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page, '/home')
    const ends = await shell(page)
      .pane.getByTestId('home-body')
      .evaluate(body => {
        const right = (element: Element) => Math.round(element.getBoundingClientRect().right)
        const lines = new Map<number, number>()
        for (const panel of body.querySelectorAll(':scope > div > div')) {
          const { top } = panel.getBoundingClientRect()
          lines.set(top, Math.max(lines.get(top) ?? 0, right(panel)))
        }
        return [...lines.values()].map(end => right(body) - end)
      })
    // Eight places: four lines of them at a desk, two on a wide screen.
    expect(ends.length).toBeGreaterThan(1)
    expect(Math.max(...ends)).toBeLessThan(3)
  })
