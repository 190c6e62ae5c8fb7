import { channels, students } from '@drivesim/contract'
import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'
import { shell } from './shell.ts'

let made = 0

/** Somebody who comes to the counter for the first time. */
export function newComer() {
  made += 1
  const own = `${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  return { userName: `柜台学员${own}`, userPhone: `136${String(Date.now() + made).slice(-8)}` }
}

/** Somebody who enrolled before, at a school of who calls. */
export async function newKnown(api: Api) {
  const { dataList } = await api.call(students.list, { pageSize: 1 })
  const person = { ...newComer(), schoolId: dataList[0]?.schoolId ?? 0, gearType: 'C1' as const }
  return { ...person, ...(await api.call(students.add, person)) }
}

/** 办理. */
export const sheet = (page: Page) => shell(page).dialog('办理')

/** The open part of 办理 by its name. */
export const part = (page: Page, name: string) => sheet(page).getByRole('region', { name, exact: true })

/** The button of a part that does what the part is for; of two characters, the component library spaces it. */
export const partButton = (page: Page, name: string, words: string) =>
  part(page, name).getByRole('button', { name: new RegExp(`^${[...words].join('\\s*')}$`) })

export const saysLast = (page: Page, words: RegExp) =>
  expect(page.locator('.ant-message').getByText(words).last()).toBeVisible()

export const ordersOf = async (api: Api, userId: number) =>
  (await api.call(students.info, { userId, queryTypes: ['balance', 'orders'] })).orders

/** The student's phone pays the code that waits. */
export async function payCode(page: Page, api: Api, userId: number): Promise<void> {
  const [waiting] = (await ordersOf(api, userId))?.recharges ?? []
  const { payPage } = await api.call(channels.rechargeCode, { orderId: waiting?.orderId ?? 0 })
  const phone = await page.context().newPage()
  await phone.goto(payPage ?? '')
  await confirmOnPhone(phone)
}

/** 确认付款 on the page that a code leads to. */
export async function confirmOnPhone(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: '确认付款' }).click()
  await expect(phone.getByRole('status')).toHaveText('付款成功')
  await phone.close()
}
