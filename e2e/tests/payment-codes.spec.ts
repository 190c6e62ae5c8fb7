import { orders, students } from '@drivesim/contract'
import { confirm, row } from '../support/lists.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.use({ account: 'school' })

test('a recharge is paid by code: the page says so by itself, and a part goes back the same way', async ({
  page,
  api,
}) => {
  const userName = `扫码学员${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}`
  const { dataList } = await api.call(students.list, { pageSize: 1 })
  const schoolId = dataList[0]?.schoolId ?? 0
  const userPhone = `137${String(Date.now()).slice(-8)}`
  await api.call(students.add, { schoolId, userName, userPhone, gearType: 'C1' })

  await open(page, `/orderManage/rechargeOrder?act=code&paramValue=${userName}`)
  const form = shell(page).dialog('扫码收款')
  const picker = form.getByRole('combobox', { name: '学员' })
  await picker.click()
  await picker.fill(userName)
  await (await choicesOf(page, picker)).getByText(userName).first().click()
  await form.getByLabel('收款金额').fill('123.45')
  await form.getByRole('button', { name: '生成收款码' }).click()

  const code = shell(page).dialog(/^扫码收款 CZ/)
  await expect(code.getByRole('img', { name: /的收款码$/ })).toBeVisible()
  await expect(code.getByRole('timer')).toHaveText(/^剩余 (30:00|29:\d\d)$/)
  await code.getByRole('button', { name: '查询支付结果' }).click()
  await expect(shell(page).toast('渠道还没有收到付款')).toBeVisible()

  const opened = page.waitForEvent('popup')
  await code.getByRole('link', { name: '打开模拟支付页' }).click()
  const phone = await opened
  await expect(phone.getByText('¥123.45')).toBeVisible()
  await phone.getByRole('button', { name: '确认付款' }).click()
  await expect(phone.getByRole('status')).toHaveText('付款成功')
  await phone.close()

  await expect(code.getByText('已收款 ¥123.45')).toBeVisible()
  await code.getByRole('button', { name: '查看充值订单' }).click()
  const drawer = shell(page).dialog(/^充值订单 CZ/)
  await expect(drawer.getByText('微信（模拟）')).toBeVisible()
  await drawer.getByRole('button', { name: /退\s*款/ }).click()
  const refund = shell(page).dialog(/^退款 CZ/)
  await expect(refund.getByRole('radio', { name: '原路' })).toBeChecked()
  await refund.getByLabel('退款金额').fill('23.45')
  await refund.getByLabel('退款原因').fill('多付了')
  await refund.getByRole('button', { name: '申请退款' }).click()
  await confirm(page, '申请退款')
  await expect(shell(page).toast('退款 ¥23.45 已受理，由渠道退回，到账后自动登记')).toBeVisible()
  await expect(row(page, userName)).toContainText('¥100.00')

  await open(page, `/orderManage/rechargeOrder?tab=refunds&paramValue=${userName}`)
  await expect(row(page, userName)).toContainText('原路')
  const { dataList: refunds } = await api.call(orders.refunds, { paramValue: userName })
  expect(refunds).toHaveLength(1)
})
