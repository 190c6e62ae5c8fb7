import { accessCodes, roles, views } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { newSn } from '../support/devices.ts'
import { plainWords } from '../support/look.ts'
import { patience } from '../support/pace.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { routes } from '../support/routes.ts'
import { follow, open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Lists of other tabs than the first, and those of figures. */
const behindTabs = [
  { path: '/rechargeMoney?by=list', title: '充值金额' },
  { path: '/incomeMoney?by=list', title: '收入金额' },
  { path: '/payStudent?by=list', title: '付费学员' },
  { path: '/system/operationLog?tab=security', title: '操作日志' },
  { path: '/operation/componentKind?tab=parts', title: '部件类型' },
]

const screens = [...routes, ...behindTabs]
/** They open beside each other. */
const parts = 4
const most = Math.ceil(screens.length / parts)

for (let part = 0; part < parts; part += 1)
  test(`every screen opens with its title, and its list is exported as it was arranged: the file knows each column (${part + 1} of ${parts})`, async ({
    page,
    api,
  }) => {
    test.setTimeout(patience(120_000))
    const lists = await exportAll(page, api, screens.slice(part * most, (part + 1) * most))
    expect(lists).toBeGreaterThan(0)
  })

/** Opens the screens, in words throughout, and exports the list of each with all its columns. @returns how many have one */
async function exportAll(
  page: Page,
  api: Api,
  screens: readonly { path: string; title: string }[],
): Promise<number> {
  // Somebody new, who may read all of it: what they arrange is nobody else's.
  const { roleId } = await api.call(roles.add, { roleName: `导出测试 ${newSn()}`, codes: [...accessCodes] })
  const { organs } = await api.call(views.list, { list: 'devices' })
  const person = await newPerson(api, { roleIds: [roleId], ...(organs[0] && { place: organs[0] }) })
  await enterAs(page, person.api)
  // What is asked for is what matters here; the files themselves, thousands of rows, need not be written.
  await page.route(/\/dm-api\/.*export/i, route => route.fulfill({ contentType: 'text/csv', body: '' }))
  let lists = 0
  await open(page, '/home')
  for (const { path, title } of screens) {
    await follow(page, path)
    await expect(page).toHaveTitle(`驾训模拟器管理后台 - ${title}`)
    await expect(shell(page).pane).toHaveCount(1)
    await waitUntilSettled(page)
    await plainWords(page)
    if (!(await exportButton(page).isVisible()) || (await heads(page).count()) === 0) continue
    await showAll(page)
    const columns = await keysOf(page)
    const [request] = await Promise.all([
      page.waitForRequest(/\/dm-api\/.*export/i),
      exportButton(page).click(),
    ])
    const address = new URL(request.url())
    const requestedColumns = address.searchParams.get('columns')
    expect(requestedColumns ?? columns.join(','), path).toBe(columns.join(','))
    lists += 1

    // Between two of the first column stands what the file has of the next one.
    const [first = '', ...others] = columns
    address.searchParams.set('columns', others.flatMap(key => [first, key]).join(','))
    address.searchParams.set('paramValue', 'NOTHING-HAS-THIS')
    const answer = await fetch(address, { headers: { authorization: `Bearer ${person.api.tokens.token}` } })
    const titles = (await answer.text()).replace('\ufeff', '').split('\r\n')[0]?.split(',') ?? []
    const firsts = titles.flatMap((title, place) => (title === titles[0] ? [place] : []))
    const unknown = others.filter(
      (_, place) => (firsts[place + 1] ?? titles.length) - (firsts[place] ?? 0) < 2,
    )
    expect(unknown, `${path}: ${titles}`).toEqual([])
    expect(firsts, `${path}: ${titles}`).toHaveLength(others.length)
  }
  return lists
}

const exportButton = (page: Page) => shell(page).pane.getByRole('button', { name: '导出' }).first()
const heads = (page: Page) => shell(page).pane.locator('th[data-column]')
const keysOf = (page: Page) =>
  heads(page).evaluateAll(all => all.map(head => head.getAttribute('data-column') ?? ''))

/** Ticks every column in 列设置. */
async function showAll(page: Page): Promise<void> {
  await shell(page).pane.getByRole('button', { name: '列设置' }).first().click()
  const drawer = shell(page).dialog('列设置')
  await drawer.getByRole('list', { name: '列' }).waitFor()
  const hidden = drawer.locator('.ui-column-name').getByRole('checkbox', { checked: false })
  while ((await hidden.count()) > 0) await hidden.first().check()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
}
