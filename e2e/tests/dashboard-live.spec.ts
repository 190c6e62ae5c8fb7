import { dashboard, live, students } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Route } from '@playwright/test'
import { ownClock } from '../support/clock.ts'
import { openNetwork, scriptedLiveLine } from '../support/network.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Over, so that nothing that happens meanwhile changes its figures. */
const past = 'range=lastMonth'

test('figures that cannot be read again stay, with a way to try', async ({ page, problems }) => {
  problems.allow(/500/)
  const day = businessDayOf(Date.now())
  const line = await scriptedLiveLine(page)
  await open(page, '/controlPanel?range=today')
  const { pane } = shell(page)
  await page.route(`**${dashboard.overview.path}`, route => route.fulfill({ status: 500, json: {} }))
  await line.say({ figures: { first: day, last: day, organs: [1] } })
  const told = pane.getByRole('alert')
  await expect(told).toContainText('没有取到新的数据')
  await expect(pane.getByRole('list', { name: '指标' })).toContainText('课程订单')
  await page.unroute(`**${dashboard.overview.path}`)
  await told.getByRole('button', { name: '重试' }).click()
  await expect(told).toHaveCount(0)
})

test('the wall: as large as the screen, dimmed with the time of its data when the line is lost, empty when the session ends', async ({
  page,
  problems,
}) => {
  problems.allow(/ERR_|401|Failed to load/)
  const network = await openNetwork()
  const openWall = async () => {
    // Until the line is there, the browser itself asks once more where a connection breaks, with what it sent before.
    const line = page.waitForResponse(response => response.url().includes(live.stream.path))
    await open(page, `${network.url}/controlPanel?tv=1&${past}`)
    await line
  }
  await openWall()
  const wall = page.getByRole('dialog', { name: '数据看板大屏' })
  await expect(wall.getByText('应用使用次数').first()).toBeVisible()
  const rem = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  await page.setViewportSize({ width: 3840, height: 2160 })
  await expect.poll(rem).toBe(32)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(rem).toBe(16)
  await expect(wall.locator('canvas').first()).toBeVisible()
  network.cut()
  await expect(wall.getByRole('status')).toHaveText(/^连接已断开，数据截至 \d{4}-\d\d-\d\d \d\d:\d\d$/)
  await expect(wall.locator('[data-lost]')).toBeVisible()
  network.heal()
  await expect(wall.getByRole('status')).toHaveText(/^数据截至/)
  await page.keyboard.press('Escape')
  await expect(wall).toHaveCount(0)
  await expect(page).toHaveURL(`${network.url}/controlPanel?${past}`)
  expect(await rem()).toBe(16)
  // Nobody sits there to be asked for a password.
  await openWall()
  await page.context().clearCookies()
  network.cut()
  network.heal()
  await expect(page.getByRole('heading', { name: '请重新登录' })).toBeVisible()
  await expect(page.getByText('应用使用次数')).toHaveCount(0)
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page.getByLabel('账号')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/controlPanel?tv=1&${past}`)
  await network.close()
})

/** A ranking of more places than the demo has. */
const withRest = async (route: Route) => {
  const response = await route.fetch()
  const answer = await response.json()
  answer.data.ranking.rest = { places: 12, value: 1 }
  await route.fulfill({ response, json: answer })
}

// A page keeps the clock that was set: no other test may get one of these.
test.describe('as time goes by', () => {
  test.use({ warm: false })

  test('what happens on its days is asked for again, and nothing is asked for without it', async ({
    page,
  }) => {
    const day = businessDayOf(Date.now())
    await ownClock(page, dayStart(day) + 20 * 3_600_000)
    const line = await scriptedLiveLine(page)
    await open(page, '/controlPanel?range=today')
    const { overview, heat, passRate, findings } = dashboard
    const requests: string[] = []
    const answers: Promise<unknown>[] = []
    page.on('request', request => {
      const call = [overview, heat, passRate, findings].find(({ path }) =>
        new URL(request.url()).pathname.endsWith(path),
      )
      if (call === undefined) return
      requests.push(call.title)
      answers.push(request.response().then(response => response?.finished()))
    })
    const happened = (on: string) => line.say({ figures: { first: on, last: on, organs: [1] } })
    const expectAsked = async (...calls: { title: string }[]) => {
      await expect.poll(() => requests.toSorted()).toEqual(calls.map(({ title }) => title).toSorted())
      requests.length = 0
      // The page's clock goes on in leaps, and an answer is of the day on which it comes.
      await Promise.all(answers.splice(0))
    }

    await page.clock.fastForward('01:00:00')
    await page.clock.runFor(20_000)
    expect(requests).toEqual([])

    // Today is compared with yesterday: what became known of the day before that changes a month's rates alone.
    await happened(addDays(day, -2))
    await page.clock.runFor(10_000)
    expect(requests).toEqual([])
    await happened(day)
    await page.clock.runFor(3_000)
    await expectAsked(overview)
    await page.clock.runFor(3 * 60_000)
    await expectAsked(passRate)

    // With another day last week may be another one, and nobody has to open the page again.
    await page.clock.fastForward('03:00:00')
    await page.clock.runFor(20_000)
    await expectAsked(overview, heat, passRate, findings)
    await page.clock.runFor(60_000)
    expect(requests).toEqual([])
  })

  test('the wall names nobody, and begins anew at four in the morning', async ({ page, api }) => {
    const fourOClock = dayStart(addDays(businessDayOf(Date.now()), 1)) + 4 * 3_600_000
    // The page's clock runs on; a slow machine takes its time before all is looked at.
    const before = 10 * 60_000
    await ownClock(page, fourOClock - before)
    await page.route(`**${dashboard.overview.path}`, withRest)
    await open(page, `/controlPanel?tv=1&${past}&by=city`)
    const wall = page.getByRole('dialog', { name: '数据看板大屏' })
    await expect(wall.getByText('应用使用次数').first()).toBeVisible()
    await expect(wall.getByRole('region', { name: /^排名/ })).toContainText('其余 12 个城市')
    const { dataList } = await api.call(students.list, { pageSize: 100 })
    expect(dataList.length).toBeGreaterThan(0)
    const text = await wall.innerText()
    expect(dataList.filter(({ userName }) => text.includes(userName))).toEqual([])
    // What is read after that is not looked at, and would be on its way still when the test ends.
    await page.unrouteAll({ behavior: 'wait' })
    const loaded = page.waitForEvent('load')
    await page.clock.fastForward(before)
    await loaded
    await expect(wall.getByText('应用使用次数').first()).toBeVisible()
  })
})
