import { addMonths, approvals, bills, endOfMonth } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { Api } from '../support/api.ts'
import { closeLastMonth, lastMonth, newOwedSchool } from '../support/bills.ts'
import { type Acts, countActs } from '../support/clicks.ts'
import { pressByKeys, tabTo } from '../support/keys.ts'
import { jobSucceeds, rows } from '../support/lists.ts'
import { asOwner } from '../support/owner.ts'
import { patience } from '../support/pace.ts'
import { open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

/** How twelve bills are dealt with: presses of the pointer, or keys that type no text. */
test.use({ account: 'finance', warm: false })
test.beforeEach(() => test.setTimeout(patience(120_000)))

const twelve = 12

/** A school whose last twelve months are closed, something owed to it in each. */
async function newOwedYear(finance: Api) {
  const admin = await Api.signIn('admin')
  const months = Array.from({ length: twelve }, (_, month) => addMonths(lastMonth(), month + 1 - twelve))
  const [startsOn = ''] = months
  const school = await newOwedSchool(admin, finance, 100, {
    startsOn,
    endsOn: endOfMonth(addMonths(lastMonth(), 12)),
  })
  const { schoolId } = school
  for (const _ of months.slice(1))
    await admin.call(bills.adjust, { schoolId, amount: 100, reason: '开业补贴' })
  await asOwner(pool =>
    pool.query(
      `update adjustment set day = days.day
       from (select id, row_number() over (order by id) as place from adjustment where school_id = $1) own
       join unnest($2::date[]) with ordinality as days (day, place) using (place)
       where adjustment.id = own.id`,
      [schoolId, months],
    ),
  )
  // One that is asked for takes all with it that are due by their day.
  await finance.call(bills.close, { month: startsOn.slice(0, 7), schoolId })
  if ((await finance.call(bills.list, { schoolId })).totalDataNum < twelve)
    await closeLastMonth(finance, schoolId)
  return { ...school, admin }
}

/** What one does with all that a list shows: chooses them, presses, and says once that it is meant. */
interface Act {
  button: string
  verb: string
}
const urge = { button: '催办对账', verb: `催办 ${twelve} 份账单` }
const confirmBills = { button: '确认账单', verb: `确认 ${twelve} 份账单` }
const pay = { button: '申请付款', verb: '提交申请' }
const agree = { button: '同意', verb: `同意 ${twelve} 项申请` }

const chooseAll = (page: Page) => shell(page).pane.getByRole('checkbox', { name: '选择这一页的全部' })
const press = (page: Page, { button }: Act) =>
  shell(page).pane.getByRole('button', { name: button, exact: true })
const meant = (page: Page, { verb }: Act) => page.getByRole('dialog').getByRole('button', { name: verb })

async function byMouse(page: Page, act: Act): Promise<void> {
  await chooseAll(page).click()
  await press(page, act).click()
  await meant(page, act).click()
}

async function byKeys(page: Page, act: Act): Promise<void> {
  await pressByKeys(page, page.getByRole('button', { name: '跳到内容' }))
  await pressByKeys(page, chooseAll(page), 'Space')
  await tabTo(page, press(page, act), true)
  await page.keyboard.press('Enter')
  await expect(meant(page, act)).toBeVisible()
  // A question has the focus at its other end for the moment that it appears.
  if (act !== pay) await expect(meant(page, act)).toBeFocused()
  await page.keyboard.press(act === pay ? 'Control+Enter' : 'Enter')
}

/** The platform's clerk does two acts, reminding and paying: six clicks for twelve bills. */
const ways = {
  mouse: { deal: byMouse, most: { clicks: 3, keys: 0 } },
  keyboard: { deal: byKeys, most: { clicks: 0, keys: 18 } },
}

for (const [way, { deal, most }] of Object.entries(ways))
  test(`twelve bills are reminded of, confirmed, settled and paid, by the ${way}`, async ({
    page,
    api,
    browser,
  }) => {
    const { schoolId, name, clerk, admin } = await newOwedYear(api)
    const hands = new Map<Page, Acts>()
    const twelveOn = async (desk: Page, path: string) => {
      await open(desk, `${path}paramValue=${encodeURIComponent(name)}`)
      await expect(rows(desk)).toHaveCount(twelve)
      if (!hands.has(desk)) hands.set(desk, await countActs(desk))
    }
    const dealWithAll = async (desk: Page, act: Act) => {
      const hand = hands.get(desk) ?? { clicks: 0, keys: 0 }
      const before = { ...hand }
      await deal(desk, act)
      await expect(shell(desk).dialog('任务')).toBeVisible()
      expect(hand.clicks - before.clicks).toBeLessThanOrEqual(most.clicks)
      expect(hand.keys - before.keys).toBeLessThanOrEqual(most.keys)
      await jobSucceeds(desk, twelve)
    }
    await twelveOn(page, '/finacial/reconciliation?')
    await dealWithAll(page, urge)

    const school = await anotherBrowser(browser, clerk.api)
    await twelveOn(school, '/finacial/reconciliation?')
    await dealWithAll(school, confirmBills)

    // Asking for the money settles, too.
    await twelveOn(page, '/finacial/reconciliation?')
    await dealWithAll(page, pay)
    const { dataList } = await api.call(bills.list, { schoolId, pageSize: twelve })
    expect(dataList.map(({ state }) => state)).toEqual(Array(twelve).fill('toSettle'))

    const decider = await anotherBrowser(browser, admin)
    await twelveOn(decider, '/finacial/approvals?tab=mine&')
    await dealWithAll(decider, agree)
    const asked = await api.call(approvals.list, { view: 'asked', paramValue: name, pageSize: twelve })
    expect(asked.dataList.map(({ state }) => state)).toEqual(Array(twelve).fill('approved'))
    await Promise.all([school, decider].map(desk => desk.context().close()))
  })
