import { devices } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { accounts } from '../support/api.ts'
import { type Look, lookAt, plainWords } from '../support/look.ts'
import { opens, routes } from '../support/routes.ts'
import { follow, open, settled, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

for (const account of accounts) {
  test.describe(`every screen, as ${account}`, () => {
    test.use({ account })
    test('opens with its title, or with 401 where the codes do not allow it', async ({ page, api }) => {
      test.setTimeout(90_000)
      const codes = await api.codes()
      await open(page, '/home')
      for (const route of routes) {
        await follow(page, route.path)
        const title = opens(route, codes) ? route.title : '无权限'
        await expect(page, route.path).toHaveTitle(`驾训模拟器管理后台 - ${title}`)
        await expect(shell(page).pane).toHaveCount(1)
        if (title === '无权限') await expect(shell(page).pane).toContainText('401')
        await settled(page)
        await plainWords(page)
      }
    })
  })
}

test('routes whose domain is not built yet say 建设中, all others do not', async ({ page }) => {
  test.setTimeout(90_000)
  await open(page, '/home')
  const waiting: string[] = []
  for (const { path } of routes) {
    await follow(page, path)
    await settled(page)
    if (await shell(page).pane.getByRole('heading', { name: '建设中' }).isVisible()) waiting.push(path)
  }
  const built = routes.map(({ path }) => path).filter(path => !waiting.includes(path))
  // What is built; the list only grows.
  expect(built).toEqual([
    '/home',
    '/device/deviceManagement',
    '/device/deviceDetail',
    '/device/runningState',
    '/device/teachDateDisplay',
    '/institution/drivingManagement',
    '/institution/classroomManagement',
    '/institution/seviceManagement',
    '/system/roleManagement',
    '/system/roleDetail',
    '/system/memberManagement',
    '/system/memberDetail',
    '/system/sendManagement',
    '/system/operationLog',
    '/system/clientErrors',
    '/operationAnother/apply',
    '/operationAnother/courseConfig',
    '/operationAnother/deviceConfig',
    '/operationAnother/applyConfig',
    '/test',
    '/argu/params/7',
    '/argu/query',
    '/message',
  ])
})

const screens: readonly { name: string; path: string }[] = [
  { name: 'home', path: '/home' },
  { name: 'deviceManagement', path: '/device/deviceManagement' },
  { name: 'deviceDetail', path: '/device/deviceDetail?simulatorId=' },
  { name: 'runningState', path: '/device/runningState' },
  { name: 'teachDateDisplay', path: '/device/teachDateDisplay?simulatorId=' },
  { name: 'planned', path: '/controlPanel' },
  { name: 'test', path: '/test' },
  { name: '401', path: '/401' },
  { name: '404', path: '/no/such/page' },
  { name: '500', path: '/500' },
]
const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

for (const theme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    test.describe(`${theme}, ${viewport.width} × ${viewport.height}`, () => {
      test.use({ viewport, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } })
      const look = (name: string): Look => ({ name, theme, width: viewport.width })

      for (const { name, path } of screens) {
        test(`${name} has nothing serious and is kept as a picture`, async ({ page, api }) => {
          await open(page, path.endsWith('=') ? path + (await busyDevice(api)) : path)
          await drawn(page)
          await lookAt(page, look(name))
        })
      }

      test('the form of a device', async ({ page }) => {
        await open(page, '/device/deviceManagement')
        await page.getByRole('button', { name: '新增设备' }).click()
        const form = page.getByRole('dialog', { name: '新增设备' })
        await form.getByRole('button', { name: '新增设备' }).click()
        await expect(form.getByText('设备名称不能为空')).toBeVisible()
        await lookAt(page, look('deviceForm'))
      })

      test('page search', async ({ page }) => {
        await open(page, '/home')
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('combobox', { name: '页面名称' })).toBeFocused()
        await lookAt(page, look('search'))
      })

      test('an empty list', async ({ page }) => {
        await open(page, '/device/deviceManagement?simulatorNum=NOTHING-HAS-THIS')
        await lookAt(page, look('emptyList'))
      })

      test.describe('signed out', () => {
        test.use({ account: null })
        test('login', async ({ page }) => {
          await page.goto('/login')
          await page.getByRole('button', { name: '登录' }).click()
          await expect(page.getByText('账号不能为空')).toBeVisible()
          await lookAt(page, look('login'))
        })
      })
    })
  }
}

test('a theme chosen by hand looks the same as the system’s', async ({ page }) => {
  await open(page, '/device/deviceManagement')
  await page.getByRole('button', { name: '主题' }).click()
  await page.getByRole('menuitem', { name: '深色' }).click()
  await page.keyboard.press('Escape')
  await page.mouse.move(700, 300)
  await lookAt(page, { name: 'chosenDark', theme: 'dark', width: 1366 })
})

/** A device of the demo business, which has a past to show. */
async function busyDevice(api: import('../support/api.ts').Api): Promise<number> {
  const { dataList } = await api.call(devices.list, { simulatorNum: 'SIM-' })
  const [first] = dataList
  if (first === undefined) throw new Error('the demo business has simulators')
  return first.simulatorId
}

/** Charts are there when their canvases are. */
async function drawn(page: Page): Promise<void> {
  await settled(page)
  const charts = shell(page).pane.locator('.ui-chart')
  for (const chart of await charts.all()) await chart.scrollIntoViewIfNeeded()
  await shell(page).pane.evaluateAll(panes => {
    for (const pane of panes) pane.scrollTo(0, 0)
  })
}
