import { serverUrl } from '../support/api.ts'
import { newDevice, newSn } from '../support/devices.ts'
import { button, dialog, inDialog, menuItem, words } from '../support/engines/seat.ts'
import { expect, test } from '../support/engines/test.ts'
import { patience } from '../support/pace.ts'
import { routes } from '../support/routes.ts'
import { Simulator } from '../support/simulator.ts'

// What engines do differently: layout, scrolling, focus and keys, paper, files. Rules are tested in Chromium alone.

const devicesList = '/device/deviceManagement'
const studentsList = '/student/studentManagement'
const aRow = 'tbody tr.ui-row'

test('signing in and out: nothing is refused by the policy, and what is fetched early comes', async ({
  engine,
}) => {
  const seat = await engine.seat([])
  await seat.go('/login')
  await seat.type('#login-username', 'ops')
  await seat.type('#login-password', 'Demo@2026')
  await seat.press('Enter')
  await seat.until(() => location.pathname === '/home')
  await seat.waitUntilSettled()
  await seat.click('button[aria-label*="用户菜单"]')
  await seat.click(menuItem('退出登录'))
  await seat.click('.ant-modal-confirm-btns .ant-btn-primary, [role=dialog] .ant-btn-primary')
  await seat.until(() => location.pathname === '/login')
  expect(await seat.problems()).toEqual([])
  await seat.close()
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
  await seat.resize(900, 420)
  await seat.go(devicesList)
  await seat.see(aRow)
  const scrolled = () =>
    seat.evaluate(() => {
      const box = [...document.querySelectorAll('main *')].find(
        box => box.scrollWidth > box.clientWidth + 50 && box.querySelector('table') !== null,
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
  const name = `同窗 ${newSn().slice(4)}`
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
  await seat.click(inDialog.field('教练'))
  await seat.see('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
  await seat.press('ArrowDown', 'Enter')
  await seat.click(inDialog.button('新增学员'))
  await seat.gone(dialog('新增学员'))
  await seat.go(`${studentsList}?paramValue=${encodeURIComponent(name)}`)
  expect(await seat.read(aRow)).toContain('139****8888')
})

test('a day is typed as people write it, and deleted', async ({ seat }) => {
  await seat.go(devicesList)
  await seat.click(button('新增设备'))
  const day = inDialog.field('安装日期')
  await seat.type(day, '20260105')
  await seat.press('Tab')
  const value = () => seat.valueOf(day)
  await expect.poll(value).toBe('2026-01-05')
  await seat.click(day)
  await seat.withControl('a')
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

test('a sheet stands before it is printed', async ({ seat }) => {
  await seat.go(devicesList)
  await seat.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await seat.click(`${aRow} input[type=checkbox]`)
  await seat.click(button('打印标签'))
  await seat.see(dialog('打印标签（1 张）'))
  await seat.until(() => (document.querySelector('.ui-print')?.textContent ?? '').includes('扫码'))
  await seat.click(inDialog.button('打印'))
  await seat.until(() => Reflect.get(window, 'printed') === true)
})

test('a range of days is as wide as its days', async ({ seat }) => {
  await seat.go('/operation/opsFigures')
  await seat.see('main .ant-picker-range')
  const width = await seat.evaluate(
    () => document.querySelector('main .ant-picker-range')?.getBoundingClientRect().width,
  )
  expect(width).toBeLessThan(280)
})

for (const [how, leave] of [
  ['by its button', true],
  ['by itself', false],
] as const)
  test(`an error page leads back to where one was, ${how}`, async ({ seat }) => {
    // As browsers without the Navigation API do it.
    await seat.without('navigation')
    await seat.go(studentsList)
    await seat.visit(`${serverUrl()}/no/such/page`)
    if (leave) await seat.click('//button[starts-with(normalize-space(.), "返回上一页")]')
    await seat.until(path => location.pathname === path, studentsList)
  })

test('Ctrl-K finds a page', async ({ seat }) => {
  await seat.go('/home')
  await seat.withControl('k')
  await seat.see('input[aria-label="页面或记录"]')
  await seat.write('操作日志')
  await seat.until(() => document.querySelectorAll('[role=option]').length === 1)
  await seat.press('Enter')
  await seat.until(() => location.pathname.includes('/system/'))
})

test('the dark theme is dark, and kept', async ({ seat }) => {
  const lightness = () =>
    seat.evaluate(() => {
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
  await seat.reload()
  await seat.waitUntilSettled()
  expect(await lightness()).toBeLessThan(60)
  await choose('跟随系统')
  await expect.poll(lightness).toBeGreaterThan(200)
})

test('every page opens', { tag: '@long' }, async ({ seat }) => {
  test.setTimeout(patience(120_000))
  for (const { path, title } of routes) {
    await seat.go(path)
    await seat.until(wanted => document.title.endsWith(wanted), title)
    const { text, across } = await seat.evaluate(() => ({
      text: document.querySelector('main')?.innerText ?? '',
      across: document.documentElement.scrollWidth - innerWidth,
    }))
    expect(text, path).not.toContain('出错了')
    expect(across, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  }
})

for (const path of ['/home', devicesList, '/device/runningState', '/controlPanel', '/finacial/situation'])
  test(`${path} on a phone does not scroll sideways`, async ({ seat }) => {
    await seat.resize(390, 844)
    await seat.go(path)
    expect(await seat.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
