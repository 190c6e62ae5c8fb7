import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { bills } from '@drivesim/contract'
import { serverUrl } from '../support/api.ts'
import { newDevice, newSn } from '../support/devices.ts'
import { button, dialog, expect, inDialog, menuItem, Seat, test, words } from '../support/firefox.ts'
import { patience } from '../support/pace.ts'
import { Simulator } from '../support/simulator.ts'

// What engines do differently: layout, scrolling, focus and keys, paper, files. Rules are tested in Chromium alone.

const devicesList = '/device/deviceManagement'
const studentsList = '/student/studentManagement'
const aRow = 'tbody tr.ui-row'

test('signing in and out: nothing is refused by the policy, and what is fetched early comes', async ({
  firefox,
}) => {
  const seat = await Seat.open(await firefox.createBrowserContext())
  await seat.go('/login')
  await seat.type('#login-username', 'ops')
  await seat.type('#login-password', 'Demo@2026')
  expect(await seat.page.evaluate(() => Reflect.get(window, 'refused'))).toEqual([])
  await seat.press('Enter')
  await seat.until(() => location.pathname === '/home')
  await seat.settled()
  await seat.click('button[aria-label*="用户菜单"]')
  await seat.click(menuItem('退出登录'))
  await seat.click('.ant-modal-confirm-btns .ant-btn-primary, [role=dialog] .ant-btn-primary')
  await seat.until(() => location.pathname === '/login')
  expect(seat.problems).toEqual([])
  await seat.page.close()
})

test('a tile follows its simulator', async ({ seat, api }) => {
  const device = await newDevice(api)
  await seat.go(`/device/runningState?organId=${device.organId}&roomId=${device.roomId}`)
  const says = (state: string) =>
    seat.until(
      (plate, words) =>
        [...document.querySelectorAll<HTMLElement>('main a')].some(
          tile => tile.innerText.includes(plate) && tile.innerText.includes(words),
        ),
      device.carNum,
      state,
    )
  await says('未接入')
  const simulator = await Simulator.connect(device)
  await says('空闲')
  await simulator.fault(true, 'E07', '转向电机过热')
  await says('故障')
  await simulator.leave()
})

test('a list scrolls both ways, and its head stays above its columns', async ({ seat }) => {
  await seat.page.setViewport({ width: 900, height: 420 })
  await seat.go(devicesList)
  await seat.see(aRow)
  const scrolled = () =>
    seat.page.evaluate(() => {
      const box = [...document.querySelectorAll('main *')].find(
        one => one.scrollWidth > one.clientWidth + 50 && one.querySelector('table') !== null,
      )
      if (!(box instanceof HTMLElement)) throw new Error('nothing scrolls across')
      // Down, the page scrolls, or where that cannot be the box.
      document.querySelector('tbody tr.ui-row:last-child')?.scrollIntoView({ block: 'center' })
      box.scrollLeft = 150
      const lefts = (row: Element | null) =>
        [...(row?.children ?? [])].map(cell => Math.round(cell.getBoundingClientRect().left))
      const head = document.querySelector('thead tr')
      const top = head?.firstElementChild?.getBoundingClientRect()
      const below = [...document.querySelectorAll('tbody tr.ui-row')].find(
        row => row.getBoundingClientRect().top > (top?.bottom ?? 0),
      )
      return {
        across: box.scrollLeft,
        heads: lefts(head),
        cells: lefts(below ?? null),
        headIsSeen: top !== undefined && top.top >= 0 && top.bottom < innerHeight,
        firstIsAbove:
          (document.querySelector('tbody tr.ui-row')?.getBoundingClientRect().bottom ?? 0) < (top?.top ?? 0),
      }
    })
  const { across, heads, cells, headIsSeen, firstIsAbove } = await scrolled()
  expect([across, headIsSeen, firstIsAbove]).toEqual([150, true, true])
  expect(heads.length).toBeGreaterThan(5)
  expect(cells).toEqual(heads)
  // What is pinned casts its shadow on what is below it.
  await seat.until(() => {
    const pinned = document.querySelector('th.ui-actions-cell')
    return pinned !== null && getComputedStyle(pinned, '::after').boxShadow !== 'none'
  })
})

test('a form in a drawer is filled by keyboard, with a picker and a select, and saved', async ({ seat }) => {
  const name = `火狐 ${newSn().slice(4)}`
  await seat.go(studentsList)
  await seat.click(button('新增学员'))
  await seat.see(dialog('新增学员'))
  await seat.click(inDialog.button('新增学员'))
  await seat.see(words('姓名不能为空'))
  await seat.type(inDialog.field('驾校'), '驾校')
  await seat.see('.ant-select-dropdown .ant-select-item-option')
  await seat.press('Enter')
  await seat.type(inDialog.field('姓名'), name)
  await seat.type(inDialog.field('手机号'), '139 0001 8888')
  await seat.click(inDialog.field('驾照类型'))
  await seat.see('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
  await seat.press('ArrowDown', 'Enter')
  await seat.click(inDialog.button('新增学员'))
  await seat.gone(dialog('新增学员'))
  await seat.go(`${studentsList}?paramValue=${encodeURIComponent(name)}`)
  const row = await seat.see(aRow)
  expect(await row.evaluate(one => (one as HTMLElement).innerText)).toContain('139****8888')
})

test('a day is typed as people write it, and deleted', async ({ seat }) => {
  await seat.go(devicesList)
  await seat.click(button('新增设备'))
  const day = inDialog.field('安装日期')
  await seat.type(day, '20260105')
  await seat.press('Tab')
  const value = async () => (await seat.see(day)).evaluate(one => (one as HTMLInputElement).value)
  await expect.poll(value).toBe('2026-01-05')
  await seat.click(day)
  await seat.page.keyboard.down('Control')
  await seat.press('a')
  await seat.page.keyboard.up('Control')
  await seat.press('Backspace', 'Tab')
  await expect.poll(value).toBe('')
})

test('the board is drawn', async ({ seat }) => {
  await seat.go('/controlPanel')
  await seat.see('main canvas')
  await seat.until(() =>
    [...document.querySelectorAll('canvas')].some(canvas => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return new Set(pixels).size > 20
    }),
  )
})

test('a sheet stands before it is printed, and goes on paper alone', async ({ seat }) => {
  await seat.go(devicesList)
  await seat.click(`${aRow} input[type=checkbox]`)
  await seat.click(button('打印标签'))
  await seat.see(dialog('打印标签（1 张）'))
  await seat.until(() => (document.querySelector('.ui-print')?.textContent ?? '').includes('扫码'))
  await seat.click(inDialog.button('打印'))
  await seat.until(() => Reflect.get(window, 'printed') === 1)
  expect(pagesOf(Buffer.from(await seat.page.pdf({ preferCSSPageSize: true })))).toBe(1)
})

test('a long sheet is numbered page by page', async ({ seat, api }) => {
  const { dataList } = await api.call(bills.bills, { pageSize: 1 })
  await seat.page.evaluateOnNewDocument(() => {
    const real = window.fetch
    const adjustments = Array.from({ length: 120 }, (_, at) => ({
      adjustmentId: at + 1,
      amount: 100 + at,
      reason: `原因${at}`,
      forBillNo: null,
      createdBy: '林婉清',
      createdAt: '2026-01-05T02:00:00.000Z',
    }))
    window.fetch = async (input, init) => {
      const reply = await real(input, init)
      if (!String(input).includes('/finance/api/bill/info')) return reply
      const body = await reply.json()
      return Response.json({ ...body, data: { ...body.data, adjustments } })
    }
  })
  await seat.go(`/finacial/statement?billId=${dataList[0]?.billId}`)
  await seat.click(button('打印对账单'))
  await seat.until(() => document.querySelectorAll('.ui-print-page').length > 2)
  const feet = await seat.page.$$eval('.ui-print-page > footer', all => all.map(foot => foot.textContent))
  expect(feet).toEqual(
    feet.map((_, at) => `对账单 ${dataList[0]?.no}　第 ${at + 1} 页 / 共 ${feet.length} 页`),
  )
  expect(pagesOf(Buffer.from(await seat.page.pdf({ preferCSSPageSize: true })))).toBe(feet.length)
})

/** How many pages a PDF has; what it says of them is packed. */
function pagesOf(pdf: Buffer): number {
  const plain = pdf.toString('latin1')
  const packed = [...plain.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length), { finishFlush: constants.Z_SYNC_FLUSH }).toString(
        'latin1',
      )
    } catch {
      return ''
    }
  })
  return [plain, ...packed].join().match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a range of days is as wide as its days', async ({ seat }) => {
  await seat.go('/operation/opsFigures')
  const range = await seat.see('main .ant-picker-range')
  expect((await range.boundingBox())?.width).toBeLessThan(280)
})

test('an error page leads back to where one was', async ({ seat }) => {
  // As browsers without the Navigation API do it, Safari among them.
  await seat.page.evaluateOnNewDocument(() => Reflect.deleteProperty(window, 'navigation'))
  await seat.go(studentsList)
  await seat.page.goto(`${serverUrl()}/no/such/page`)
  await seat.click('::-p-xpath(//button[starts-with(normalize-space(.), "返回上一页")])')
  await seat.until(path => location.pathname === path, studentsList)
})

test('Ctrl-K finds a page', async ({ seat }) => {
  await seat.go('/home')
  await seat.page.keyboard.down('Control')
  await seat.press('k')
  await seat.page.keyboard.up('Control')
  await seat.see('input[aria-label="页面或记录"]')
  await seat.page.keyboard.type('操作日志')
  await seat.until(() => document.querySelectorAll('[role=option]').length === 1)
  await seat.press('Enter')
  await seat.until(() => location.pathname.includes('/system/'))
})

test('the dark theme is dark, and kept', async ({ seat }) => {
  const lightness = () =>
    seat.page.evaluate(() => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
      return red
    })
  const choose = async (theme: string) => {
    await seat.click('button[aria-label="主题"]')
    await seat.click(menuItem(theme))
  }
  await seat.go('/home')
  await choose('深色')
  await expect.poll(lightness).toBeLessThan(60)
  await seat.page.reload()
  await seat.settled()
  expect(await lightness()).toBeLessThan(60)
  await choose('跟随系统')
  await expect.poll(lightness).toBeGreaterThan(200)
})

test('a file is saved', async ({ seat, downloads }) => {
  await seat.go(devicesList)
  await seat.click(button('导出'))
  const files = () => readdirSync(downloads).filter(name => name.endsWith('.csv'))
  await expect.poll(files, { timeout: patience(10_000) }).toHaveLength(1)
  await expect
    .poll(() => {
      const file = join(downloads, files()[0] ?? '')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    })
    .toContain('设备编号')
})

for (const path of ['/home', devicesList, '/device/runningState', '/controlPanel', '/finacial/situation'])
  test(`${path} on a phone does not scroll sideways`, async ({ seat }) => {
    await seat.page.setViewport({ width: 390, height: 844 })
    await seat.go(path)
    expect(await seat.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
