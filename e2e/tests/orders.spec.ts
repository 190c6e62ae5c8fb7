import {
  bonusOf,
  channels,
  courses,
  formatFen,
  orders,
  organisations,
  proRata,
  students,
} from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { confirm, row } from '../support/lists.ts'
import { formOver, pageAt, testLooks } from '../support/look.ts'
import { holdBack } from '../support/network.ts'
import { choicesOf, pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

test.use({ account: 'school' })

let made = 0

/** A new student at the school of this account. Nobody else moves this student's money. */
async function newStudent(api: Api) {
  made += 1
  const userName = `订单学员${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  const { dataList } = await api.call(students.list, { pageSize: 1 })
  const schoolId = dataList[0]?.schoolId ?? 0
  const phone = `139${String(Date.now()).slice(-8)}`
  const person = { schoolId, userName, userPhone: phone, gearType: 'C1' as const }
  const { userId } = await api.call(students.add, person)
  return { userId, userName, schoolId }
}

/** The dearest course that the school sells to them for that much. Fen. */
async function courseUpTo(most: number, api: Api, schoolId: number) {
  const offers = await api.call(courses.ofSchool, { schoolId })
  const sold = offers
    .filter(({ offered, gearType }) => offered && gearType === 'C1')
    .map(offer => ({ ...offer, price: offer.price ?? offer.coursePrice }))
    .filter(({ price }) => price <= most)
    .sort((a, b) => b.price - a.price)
  const [dearest] = sold
  if (dearest === undefined) throw new Error('the demo school sells courses')
  return dearest
}

async function choose(page: Page, picker: Locator, words: string): Promise<void> {
  await picker.click()
  await picker.fill(words)
  await (await choicesOf(page, picker)).getByText(words).first().click()
}

const balanceOf = (page: Page) => shell(page).pane.getByRole('region', { name: '余额' })

test('at the counter: a course is ordered, its shortage is paid in, the order is paid, the receipt is printed', async ({
  page,
  api,
}) => {
  const { userId, userName, schoolId } = await newStudent(api)
  const course = await courseUpTo(100_000, api, schoolId)
  const { tiers } = await api.call(orders.settings)
  await open(page, '/orderManage/courseOrder?act=add')
  const order = shell(page).dialog('代下单')
  await choose(page, order.getByRole('combobox', { name: '学员' }), userName)
  await choose(page, order.getByRole('combobox', { name: '课程' }), course.courseName)
  await expect(order.getByRole('alert')).toContainText(`还差 ${formatFen(course.price)}`)
  await order.getByRole('button', { name: /下\s*单/ }).click()

  const recharge = shell(page).dialog('登记线下充值')
  await expect(recharge.getByLabel('实收金额')).toHaveValue((course.price / 100).toFixed(2))
  // What cannot be read counts as nothing wherever the form works with it; what can be stands below in words.
  await recharge.getByLabel('实收金额').fill('1000，5')
  await expect(recharge.getByText('壹仟')).toHaveCount(0)
  await expect(recharge).not.toContainText('NaN')
  await recharge.getByLabel('实收金额').fill('0.1万')
  await expect(recharge.getByText('¥1,000.00 壹仟元整')).toBeVisible()
  const bonus = bonusOf(tiers, 100_000)
  await expect(recharge.getByLabel('余额变化')).toContainText(
    `办理后余额${formatFen(100_000 + bonus - course.price)}`,
  )
  await recharge.getByRole('button', { name: '登记充值' }).click()
  await expect(shell(page).toast('已登记充值，课程订单已支付')).toBeVisible()

  const drawer = shell(page).dialog(/^充值订单 CZ/)
  await expect(drawer.getByRole('region').getByText(course.courseName)).toBeVisible()
  await drawer.getByRole('button', { name: /收\s*据/ }).click()
  const receipt = shell(page).dialog(/^收据 CZ/)
  await expect(receipt.getByRole('article')).toContainText('人民币壹仟元整')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.receipt-print').getByText('本收据不作为发票')).toBeVisible()
  await expect(shell(page).pane).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await open(page, `/orderManage/courseOrder?paramValue=${userName}`)
  await expect(row(page, userName)).toContainText('已支付')
  await open(page, `/student/studentDetail?userId=${userId}`)
  await expect(balanceOf(page)).toContainText(`余额${formatFen(100_000 + bonus - course.price)}`)
  await expect(balanceOf(page).getByRole('row', { name: /购买课程/ })).toContainText(
    `−${formatFen(course.price)}`,
  )
})

test('a likely double is asked about: gone back from, then meant', async ({ page, api }) => {
  const { userId, userName } = await newStudent(api)
  await api.call(orders.rechargeOffline, { studentId: userId, amount: 36_800 })
  await open(page, `/orderManage/rechargeOrder?act=recharge&paramValue=${userName}`)
  const recharge = shell(page).dialog('登记线下充值')
  await choose(page, recharge.getByRole('combobox', { name: '学员' }), userName)
  await recharge.getByLabel('实收金额').fill('368')
  await recharge.getByRole('button', { name: '登记充值' }).click()
  await confirm(page, '返回核对')
  await expect(recharge.getByText(/10 分钟内已为该学员登记过/)).toBeVisible()
  await recharge.getByRole('button', { name: '登记充值' }).click()
  await confirm(page, '不是重复，继续登记')
  await expect(shell(page).dialog(/^充值订单 CZ/)).toBeVisible()
  await expect(shell(page).pane.getByText('共 2 条')).toBeVisible()
  await expect(shell(page).pane.getByLabel('合计')).toContainText('¥736.00')
})

test('minutes are refunded: what it brings is said before, a second person approves, and the first one sees it', async ({
  page,
  api,
  browser,
  signedIn,
}) => {
  const { userId, userName, schoolId } = await newStudent(api)
  const course = await courseUpTo(100_000, api, schoolId)
  const { approvalLimit } = await api.call(orders.settings)
  // Above the limit together: all but the last go back at once.
  const sold = Math.floor(approvalLimit / course.price) + 1
  const paid = sold * course.price
  await api.call(orders.rechargeOffline, { studentId: userId, amount: paid })
  for (let place = 0; place < sold; place += 1) {
    const { orderId } = await api.call(orders.addCourseOrder, {
      studentId: userId,
      courseId: course.courseId,
    })
    const refund = { orderId, minutes: course.minutes, reason: '课程更换' }
    if (place + 1 < sold) await api.call(orders.refundCourseOrder, refund)
  }
  await open(page, `/orderManage/courseOrder?paramValue=${userName}&state=paid`)
  await row(page, userName)
    .getByRole('button', { name: /退\s*款/ })
    .click()
  const refund = shell(page).dialog(/^按分钟退款 KC/)
  await expect(refund.getByRole('alert')).toContainText('须另一人审批')
  await refund.getByLabel('退还分钟').fill(String(course.minutes + 1))
  await refund.getByLabel('退款原因').fill('学员改期')
  await expect(refund.getByText(/^最多可退/)).toBeVisible()
  const minutes = course.minutes - 1
  await refund.getByLabel('退还分钟').fill(String(minutes))
  const back = proRata(course.price, minutes, course.minutes)
  await expect(refund.getByRole('alert')).toContainText(`退 ${formatFen(back)} 到学员余额`)
  await refund.getByRole('button', { name: '申请退款' }).click()
  await expect(
    page.getByRole('dialog', { name: `退 ${formatFen(back)} 给学员“${userName}”？` }),
  ).toBeVisible()
  await confirm(page, '申请退款')
  await expect(refund).toHaveCount(0)
  await expect(row(page, userName)).toContainText('已支付')

  const second = await anotherBrowser(browser, await signedIn('finance'))
  await open(second, `/orderManage/rechargeOrder?tab=refunds&state=toApprove&paramValue=${userName}`)
  await row(second, userName)
    .getByRole('button', { name: /同\s*意/ })
    .click()
  const question = second.getByRole('dialog')
  await expect(question).toContainText(/同意退款 TK\d+/)
  await expect(question).toContainText(userName)
  await expect(question).toContainText('立即退到学员余额')
  await confirm(second, '同意退款')
  await expect(row(second, userName)).toHaveCount(0)
  await second.context().close()

  // Without being asked again, the first one's list follows.
  await expect(row(page, userName)).toHaveCount(0)
  await open(page, `/student/studentDetail?userId=${userId}`)
  await expect(balanceOf(page)).toContainText(`现金${formatFen(paid - course.price + back)}`)
})

test('代登记: the school says that it took the cash; the platform pays it back in its place, marks it paid, and is asked at a 转校', async ({
  page,
  api,
  browser,
  signedIn,
}) => {
  const { userId, userName, schoolId } = await newStudent(api)
  const admin = await signedIn('admin')
  await admin.call(orders.rechargeOffline, { studentId: userId, amount: 30_000 })
  await open(page, `/orderManage/rechargeOrder?toAccept=yes&paramValue=${userName}`)
  await row(page, userName).getByRole('button', { name: '确认代登记' }).click()
  await confirm(page, '确认收款')
  await expect(row(page, userName)).toHaveCount(0)

  const platform = await anotherBrowser(browser, admin)
  await open(platform, `/orderManage/rechargeOrder?paramValue=${userName}`)
  await row(platform, userName).getByRole('button', { name: '平台代退' }).click()
  const onBehalf = shell(platform).dialog(/^平台代退 CZ/)
  await onBehalf.getByLabel('退款金额').fill('100')
  await onBehalf.getByLabel('收款人').fill('工商银行 6222 0000')
  await onBehalf.getByLabel('退款原因').fill('学员已离开本地')
  await onBehalf.getByRole('button', { name: '平台代退' }).click()
  await confirm(platform, '平台代退')
  await expect(onBehalf).toHaveCount(0)

  await open(platform, `/orderManage/rechargeOrder?tab=refunds&paramValue=${userName}`)
  await row(platform, userName).getByRole('button', { name: '登记付款' }).click()
  const payment = shell(platform).dialog(/^登记付款 TK/)
  await expect(payment).toContainText('收款人 工商银行 ****0000')
  // Shows this refund's number: a slip is taken for one payment only.
  const buffer = await payment.screenshot()
  await payment.getByLabel('选择凭证').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer })
  await expect(payment.getByRole('img', { name: '凭证' })).toBeVisible()
  await payment.getByRole('button', { name: '登记付款' }).click()
  await confirm(platform, '登记付款')
  await expect(row(platform, userName)).toContainText('已退款')
  await row(platform, userName).getByRole('button', { name: /^TK/ }).click()
  const paid = shell(platform).dialog(/^退款单 TK/)
  await expect(paid.getByRole('img', { name: '的凭证' })).toBeVisible()
  await paid.getByRole('button', { name: '关闭' }).click()

  // What is left was taken by the old school: that it keeps the cash is asked, not assumed.
  await open(platform, `/student/studentDetail?userId=${userId}`)
  await shell(platform).pane.getByRole('button', { name: '更多' }).first().click()
  await platform.getByRole('menuitem', { name: '转校' }).click()
  const transfer = shell(platform).dialog(`转校 ${userName}`)
  const others = await admin.call(organisations.schools, {})
  const other = others.find(({ organizationId }) => organizationId !== schoolId)
  await pickByName(platform, transfer.getByLabel('转到驾校'), other?.name ?? '')
  await transfer.getByRole('button', { name: /转\s*校/ }).click()
  await expect(platform.getByRole('dialog', { name: `确认“${userName}”带着余额转校？` })).toBeVisible()
  await confirm(platform, '确认转校')
  await expect(balanceOf(platform).getByRole('row', { name: /转校/ }).first()).toBeVisible()
  await expect(balanceOf(platform)).toContainText('现金¥200.00')
  await platform.context().close()
})

test('a form does not say what it has not been told, and keeps what is typed until then', async ({
  page,
}) => {
  const press = (name: string) => shell(page).pane.getByRole('button', { name }).click()
  await open(page, '/orderManage/rechargeOrder')
  const tellTiers = await holdBack(page, `**${orders.settings.path}*`)
  await press('登记线下充值')
  const cash = shell(page).dialog('登记线下充值')
  await cash.getByLabel('实收金额').fill('1000')
  await expect(cash).not.toContainText('没有赠送')
  tellTiers()
  await expect(cash).toContainText('按充值档位赠送')
  await cash.getByLabel('实收金额').fill('100.5055')
  await expect(cash).not.toContainText('没有赠送')

  await open(page, '/orderManage/rechargeOrder')
  const tellChannels = await holdBack(page, `**${channels.offered.path}*`)
  await press('扫码收款')
  const code = shell(page).dialog('扫码收款')
  await code.getByLabel('收款金额').fill('88')
  tellChannels()
  await expect(code.getByRole('radio', { name: '微信支付' })).toBeChecked()
  await expect(code.getByLabel('收款金额')).toHaveValue('88')
})

test.describe('the platform', () => {
  test.use({ account: 'admin' })
  test('is not taken for a school while it is not known yet', async ({ page }) => {
    const tellScope = await holdBack(page, `**${organisations.list.path}*`)
    await page.goto('/orderManage/rechargeOrder?channel=offline&state=paid&act=recharge')
    const rows = shell(page).pane.getByRole('table')
    await expect(rows.getByRole('button', { name: /收\s*据/ }).first()).toBeVisible()
    await expect(rows.getByRole('button', { name: /退\s*款|冲\s*正|更\s*多/ })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    tellScope()
    await expect(shell(page).dialog('登记线下充值').getByRole('button', { name: '代登记充值' })).toBeVisible()
    await expect(rows.getByRole('button', { name: '平台代退' }).first()).toBeVisible()
  })

  test('补回分钟: gives a session’s minute back, which the order has again', async ({ page, api }) => {
    const { dataList } = await api.call(orders.courseOrders, { state: 'inUse', pageSize: 10 })
    const infos = await Promise.all(
      dataList.map(({ orderId }) => api.call(orders.courseOrderInfo, { orderId })),
    )
    const used = infos.find(({ trainings }) =>
      trainings.some(({ kind, minutes }) => kind === 'charge' && minutes > 1),
    )
    if (used === undefined) throw new Error('the demo trains')
    await open(page, `/orderManage/courseOrder?orderId=${used.orderId}`)
    const minutes = shell(page)
      .dialog(/^课程订单 KC/)
      .getByRole('table', { name: '分钟明细' })
    await minutes.getByRole('button', { name: '补回分钟' }).first().click()
    const form = shell(page).dialog('补回训练分钟')
    await form.getByLabel('补回分钟').fill('1')
    await form.getByLabel('原因').fill('设备重启，训练中断')
    await form.getByRole('button', { name: '补回分钟' }).click()
    await expect(shell(page).toast('已补回 1 分钟')).toBeVisible()
    await open(page, `/orderManage/courseOrder?orderId=${used.orderId}`)
    await expect(minutes.getByRole('row', { name: /补回.*设备重启/ }).first()).toContainText('-1')
  })
})

test.describe('who may neither sell nor decide', () => {
  test.use({ account: 'guest' })
  test('reads orders and is offered nothing', async ({ page }) => {
    await open(page, '/orderManage/rechargeOrder')
    await expect(shell(page).pane.getByRole('button', { name: '登记线下充值' })).toHaveCount(0)
    await expect(shell(page).pane.getByRole('button', { name: /退款|冲正|代登记/ })).toHaveCount(0)
  })
})

testLooks([
  pageAt('rechargeOrder', '/orderManage/rechargeOrder', formOver('rechargeForm', '登记线下充值')),
  pageAt('courseOrder', '/orderManage/courseOrder'),
  {
    name: 'rechargeReceipt',
    async go(page, api) {
      const { userId, userName } = await newStudent(api)
      await api.call(orders.rechargeOffline, { studentId: userId, amount: 123_456 })
      await open(page, `/orderManage/rechargeOrder?paramValue=${userName}`)
      await row(page, userName)
        .getByRole('button', { name: /收\s*据/ })
        .click()
      await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
    },
  },
])
