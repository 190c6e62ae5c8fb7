import { roles } from '@drivesim/contract'
import { ownClock } from '../support/clock.ts'
import { newSn } from '../support/devices.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { open } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

// The server of the tests lets people with codes of money stay for a day (globalSetup.ts); a new installation for half an hour.

// A page keeps the clock that was set: no other test may get one of these.
test.use({ warm: false })

test('whoever holds codes of money and leaves the screen is told, stays for a movement, and is signed out without one', async ({
  page,
  api,
}) => {
  const { roleId } = await api.call(roles.add, { roleName: `收款员 ${newSn()}`, codes: ['finance:edit'] })
  const person = await newPerson(api, { roleIds: [roleId] })
  await enterAs(page, person.api)
  await ownClock(page, Date.now())
  await open(page, '/home')
  const warning = page.getByText(/秒后将退出登录/)
  const nearlyADay = 23 * 3600 + 59 * 60 + 10

  await page.clock.fastForward(nearlyADay * 1000)
  await expect(warning).toBeVisible()
  await page.mouse.move(300, 300)
  await page.clock.runFor(5_000)
  await expect(warning).toHaveCount(0)

  await page.clock.fastForward(nearlyADay * 1000)
  await expect(warning).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByLabel('账号')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('您已 1440 分钟没有操作，请重新登录')
})
