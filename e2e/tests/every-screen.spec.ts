import { devices } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { type Api, accounts } from '../support/api.ts'
import { pageAt, plainWords, template, testLooks } from '../support/look.ts'
import { patience } from '../support/pace.ts'
import { mayOpen, routes } from '../support/routes.ts'
import { follow, open, openError, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Whoever may open all of them is sent through them by file-columns.spec.ts, which looks at the same. */
const limited = accounts.filter(account => account !== 'admin')

for (const account of limited) {
  test.describe(`every screen, as ${account}`, () => {
    test.use({ account })
    test('opens with its title, or with 401 where the codes do not allow it', async ({ page, api }) => {
      test.setTimeout(patience(90_000))
      const codes = await api.codes()
      await open(page, '/home')
      for (const route of routes) {
        await follow(page, route.path)
        const allowed = mayOpen(route, codes)
        const title = allowed ? route.title : '无权限'
        await expect(page, route.path).toHaveTitle(`驾训模拟器管理后台 - ${title}`)
        const { pane } = shell(page)
        await expect(pane).toHaveCount(1)
        if (!allowed) await expect(pane).toContainText('401')
        await waitUntilSettled(page)
        await plainWords(page)
      }
    })
  })
}

const atDevice = (name: string, path: string) => ({
  name,
  go: async (page: Page, api: Api) => open(page, `${path}?simulatorId=${await busyDevice(api)}`),
})

const atError = (name: string, path: string) => ({ name, go: (page: Page) => openError(page, path) })

testLooks([
  template(pageAt('home', '/home')),
  template(pageAt('deviceManagement', '/device/deviceManagement')),
  template(atDevice('deviceDetail', '/device/deviceDetail')),
  template(pageAt('runningState', '/device/runningState')),
  template(atDevice('teachDateDisplay', '/device/teachDateDisplay')),
  pageAt('test', '/test'),
  atError('401', '/401'),
  template(atError('404', '/no/such/page')),
  atError('500', '/500'),
  pageAt('emptyList', '/device/deviceManagement?simulatorNum=NOTHING-HAS-THIS'),
  {
    name: 'deviceForm',
    template: true,
    async go(page) {
      await open(page, '/device/deviceManagement')
      await page.getByRole('button', { name: '新增设备' }).click()
      const form = page.getByRole('dialog', { name: '新增设备' })
      await form.getByRole('button', { name: '新增设备' }).click()
      await expect(form.getByText('设备名称不能为空')).toBeVisible()
    },
  },
  {
    name: 'search',
    template: true,
    async go(page) {
      await open(page, '/home')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: '页面或记录' })).toBeFocused()
    },
  },
  {
    name: 'chosenDark',
    async go(page) {
      await open(page, '/device/deviceManagement')
      await page.getByRole('button', { name: '主题' }).click()
      await page.getByRole('menuitem', { name: '深色' }).click()
      await page.keyboard.press('Escape')
      await page.mouse.move(700, 300)
    },
  },
])

test.describe('signed out', () => {
  test.use({ account: null })
  testLooks([
    {
      name: 'login',
      template: true,
      async go(page) {
        await page.goto('/login')
        await page.getByRole('button', { name: '登录' }).click()
        await expect(page.getByText('账号不能为空')).toBeVisible()
      },
    },
  ])
})

/** A device of the demo business, which has a past to show. */
async function busyDevice(api: Api): Promise<number> {
  const { dataList } = await api.call(devices.list, { simulatorNum: 'SIM-' })
  const [first] = dataList
  if (first === undefined) throw new Error('the demo business has simulators')
  return first.simulatorId
}
