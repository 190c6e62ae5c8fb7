import { formatFen, orders, proRata } from '@drivesim/contract'
import { Api } from '../support/api.ts'
import { newSn } from '../support/devices.ts'
import { confirm, row, rows, search } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { enterAs } from '../support/people.ts'
import { choicesOf } from '../support/pickers.ts'
import { fromMenu, open, openPart, shell } from '../support/shell.ts'
import { newShop, newStudent } from '../support/shop.ts'
import { task } from '../support/task.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

test.describe.configure({ timeout: patience(90_000) })

task('day-at-the-counter', 'admin', async ({ page, api, step }) => {
  const shop = await newShop(api)
  const { clerk, course } = shop
  const known = await newStudent(shop)
  const newcomer = { userName: `新学员${newSn().slice(4)}`, userPhone: '13712340001' }
  const { pane } = shell(page)
  const sheet = shell(page).dialog('办理')
  const part = (name: string) => sheet.getByRole('region', { name, exact: true })
  const said = (words: RegExp) => expect(page.locator('.ant-message').getByText(words).last()).toBeVisible()
  await enterAs(page, clerk.api)
  await open(page, '/home')

  await step('在首页点「办理」，填「姓名」「手机号」，选「驾照类型」，点「报名」。', async () => {
    await pane.getByRole('link', { name: '办理' }).click()
    await sheet.getByLabel('姓名').fill(newcomer.userName)
    await sheet.getByLabel('手机号').fill(newcomer.userPhone)
    await sheet.getByText('C1 手动挡', { exact: true }).click()
    await sheet.getByRole('button', { name: /^报\s*名$/ }).click()
    await said(/已报名$/)
  })
  await step('在「付款」看清「用途」和「实收金额」，收了现金，点「收款」。', async () => {
    await expect(part('付款').getByText(course.courseName).first()).toBeVisible()
    await expect(part('付款').getByLabel('实收金额')).toHaveValue((course.price / 100).toFixed(2))
    await part('付款')
      .getByRole('button', { name: /^收\s*款$/ })
      .click()
    await said(/^已收现金/)
  })
  await step('在「课程」核对课程，点「下单」，从余额支付。', async () => {
    await part('课程')
      .getByRole('button', { name: /^下\s*单$/ })
      .click()
    await said(/^已下单，并从余额支付$/)
  })
  await step('在「收据」点「打印收据」，再点「打印」，盖章交给学员，点「关闭」。', async () => {
    await part('收据').getByRole('button', { name: '打印收据' }).click()
    const receipt = shell(page).dialog(/^收据 CZ/)
    await expect(receipt.getByRole('article')).toContainText(newcomer.userName)
    await receipt.getByRole('button', { name: /打\s*印$/ }).click()
    await receipt
      .getByRole('button', { name: /^关\s*闭$/ })
      .last()
      .click()
    await expect(receipt).toHaveCount(0)
  })
  await step(
    '下一位来了，点「办理下一名」。来过的学员点「已有学员」，输入姓名或手机号，点他的名字。',
    async () => {
      await part('收据').getByRole('button', { name: '办理下一名' }).click()
      await sheet.getByText('已有学员', { exact: true }).click()
      const picker = sheet.getByRole('combobox', { name: '学员' })
      await picker.click()
      await picker.fill(known.userPhone)
      await (await choicesOf(page, picker)).getByText(known.userName).first().click()
    },
  )
  await step('只充值、不买课的，清空「用途」，填「实收金额」，刷卡的选「POS」，点「收款」。', async () => {
    const purpose = part('付款')
      .locator('.ant-select')
      .filter({ has: page.getByLabel('用途') })
    await purpose.hover()
    await purpose.locator('.ant-select-clear').click()
    await part('付款').getByLabel('实收金额').fill('500')
    await part('付款').getByText('POS', { exact: true }).click()
    await part('付款')
      .getByRole('button', { name: /^收\s*款$/ })
      .click()
    await said(/^已收POS/)
  })
  await step('不用再办的，关上单子。办好的都已生效。', async () => {
    await sheet.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(sheet).toHaveCount(0)
  })
  await step('晚上打开「充值订单」，点「经手人日报」，找到自己今天的一行。', async () => {
    await fromMenu(page, '充值订单', '订单管理')
    await openPart(page, '经手人日报')
    await expect(row(page, clerk.name)).toContainText(formatFen(course.price + 50_000))
  })
  await step(
    '数抽屉里的现金，与「应交现金」核对，再点「线下充值」那一列的金额，与收据和刷卡单逐笔核对。',
    async () => {
      const mine = row(page, clerk.name)
      await expect(mine.getByRole('cell').last()).toHaveText(formatFen(course.price))
      await mine.getByRole('link', { name: formatFen(course.price + 50_000) }).click()
      await expect(rows(page)).toHaveCount(2)
    },
  )
  await step(
    '登记错、学员还没有用过的，点「更多」，再点「冲正」，填「原因」，在表单底部点「冲正」。',
    async () => {
      await row(page, known.userName).getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '冲正' }).click()
      const form = shell(page).dialog(/^冲正 CZ/)
      await form.getByLabel('原因').fill('金额登记错了')
      await form.getByRole('button', { name: /^冲\s*正$/ }).click()
      await said(/^已冲正$/)
      await openPart(page, '经手人日报')
      await expect(row(page, clerk.name).getByRole('cell').last()).toHaveText(formatFen(course.price))
    },
  )
})

task('refund-a-student', 'finance', async ({ page: second, browser, step }) => {
  const shop = await newShop(await Api.signIn('admin'))
  const { course, clerk } = shop
  const { userId, userName } = await newStudent(shop)
  const { approvalLimit } = await clerk.api.call(orders.settings)
  const paid = approvalLimit + course.price + 20_000
  await clerk.api.call(orders.rechargeOffline, { studentId: userId, amount: paid })
  await clerk.api.call(orders.addCourseOrder, { studentId: userId, courseId: course.courseId })
  const minutes = Math.min(10, course.minutes)
  const back = proRata(course.price, minutes, course.minutes)
  const page = await anotherBrowser(browser, clerk.api)
  const { pane } = shell(page)
  const line = (table: string) => pane.getByRole('table', { name: table, exact: true }).locator('tbody tr')
  await open(page, '/home')

  await step('前台：打开「学员列表」，找到学员，点他的姓名。', async () => {
    await fromMenu(page, '学员列表', '学员管理')
    await search(page, '学员', userName)
    await row(page, userName).getByRole('link', { name: userName }).click()
    await expect(pane.getByRole('heading', { name: userName, level: 1 })).toBeVisible()
  })
  await step(
    '前台：在课程订单那一行点「退款」，填「退还分钟」和「退款原因」，看清退多少，点「申请退款」，再确认一次。',
    async () => {
      await line('课程订单')
        .getByRole('button', { name: /^退\s*款$/ })
        .click()
      const form = shell(page).dialog(/^按分钟退款 KC/)
      await form.getByLabel('退还分钟').fill(String(minutes))
      await form.getByLabel('退款原因').fill('不学了')
      await expect(form.getByRole('alert')).toContainText(`退 ${formatFen(back)} 到学员余额`)
      await form.getByRole('button', { name: '申请退款' }).click()
      await confirm(page, '申请退款')
      await expect(form).toHaveCount(0)
    },
  )
  await step('前台：看「余额」：「现金」里已经有退回的钱，学员不要现金的，到这里就办完了。', async () => {
    await expect(pane.getByRole('region', { name: '余额' })).toContainText(
      `现金${formatFen(approvalLimit + 20_000 + back)}`,
    )
  })
  await step(
    '前台：在充值订单那一行点「退款」，填「退款金额」和「退款原因」，点「申请退款」，看清退给谁、怎么退，再确认一次。',
    async () => {
      await line('充值订单')
        .getByRole('button', { name: /^退\s*款$/ })
        .click()
      const form = shell(page).dialog(/^退款 CZ/)
      await form.getByLabel('退款金额').fill(((approvalLimit + 100) / 100).toFixed(2))
      await form.getByLabel('退款原因').fill('不学了')
      await form.getByRole('button', { name: '申请退款' }).click()
      await expect(page.getByRole('dialog').last()).toContainText(`给学员“${userName}”`)
      await confirm(page, '申请退款')
      await expect(form).toHaveCount(0)
    },
  )
  const cash = line('退款').filter({ hasText: '充值' })
  await step(
    '前台：看「退款」里这一笔：「已退款」的，当场把现金交给学员；「待审批」的，先不付，等财务。',
    async () => {
      await expect(cash).toContainText('待审批')
      await expect(line('退款').filter({ hasNotText: '待审批' })).toContainText('已退款')
    },
  )
  await open(second, '/home')
  await step(
    '财务：打开「充值订单」，点「退款审批」，在这一笔点「同意」，看清后点「同意退款」。',
    async () => {
      await fromMenu(second, '充值订单', '订单管理')
      await openPart(second, '退款审批')
      await search(second, '单号或学员', userName)
      await row(second, userName)
        .getByRole('button', { name: /^同\s*意$/ })
        .click()
      await expect(second.getByRole('dialog')).toContainText(formatFen(approvalLimit + 100))
      await confirm(second, '同意退款')
    },
  )
  await step(
    '前台：看到「退款中」，把现金交给学员，点「登记付款」，在表单底部再点「登记付款」，再确认一次。',
    async () => {
      await expect(cash).toContainText('退款中')
      await cash.getByRole('button', { name: '登记付款' }).click()
      const form = shell(page).dialog(/^登记付款 TK/)
      await form.getByRole('button', { name: '登记付款' }).click()
      await confirm(page, '登记付款')
      await expect(cash).toContainText('已退款')
    },
  )
  // What the article calls the proof says which refund it was.
  await line('充值订单')
    .getByRole('button', { name: /^收\s*据$/ })
    .click()
  await expect(
    shell(page)
      .dialog(/^收据 CZ/)
      .getByRole('article'),
  ).toContainText(/退款单 TK\d+ 现金/)
  await page.context().close()
})
