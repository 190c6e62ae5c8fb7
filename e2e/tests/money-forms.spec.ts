import { formatFen, orders, students } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { row, rows } from '../support/lists.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** The form that is open begins at the amount; closed again. */
async function beginsAtAmount(page: Page, title: string | RegExp, amount: string): Promise<void> {
  const form = shell(page).dialog(title)
  await expect(form.getByLabel(amount, { exact: true })).toBeFocused()
  await form.getByRole('button', { name: /取\s*消/ }).click()
  await expect(form).toHaveCount(0)
}

test.describe('as finance', () => {
  test.use({ account: 'finance' })
  test('forms of bills and deposits begin at the amount', async ({ page }) => {
    await open(page, '/finacial/reconciliation')
    await page.getByRole('button', { name: '新增调整单' }).click()
    await beginsAtAmount(page, '新增调整单', '金额')
    for (const [state, act] of [
      ['toRepay', '登记收款'],
      ['toRepay', '抵扣'],
      ['toSettle', '登记付款'],
    ] as const) {
      await open(page, `/finacial/reconciliation?state=${state}`)
      const first = rows(page).first()
      const button = first.getByRole('button', { name: act })
      if (await button.isVisible()) await button.click()
      else {
        await first.getByRole('button', { name: '更多' }).click()
        await page.locator('.ant-dropdown').getByRole('menuitem', { name: act }).click()
      }
      await beginsAtAmount(page, new RegExp(`^${act} ZD`), '金额')
    }
    await open(page, '/finacial/configuration')
    await rows(page).first().getByRole('button', { name: '押金' }).click()
    const deposit = shell(page).dialog(/^押金 HT/)
    await deposit.getByRole('button', { name: '收取押金' }).click()
    await beginsAtAmount(page, /^收取押金 HT/, '金额')
  })
})

test.describe('as a school', () => {
  test.use({ account: 'school' })
  test('a recharge begins at the amount; a refund too, and asks once more, by name, before it is made', async ({
    page,
    api,
  }) => {
    await open(page, '/orderManage/rechargeOrder?act=code')
    await beginsAtAmount(page, '扫码收款', '收款金额')
    await open(page, '/orderManage/rechargeOrder?act=recharge')
    await beginsAtAmount(page, '登记线下充值', '实收金额')

    const { dataList } = await api.call(students.list, { pageSize: 1 })
    const userName = `退款学员${process.pid}${Date.now()}`
    const { userId } = await api.call(students.add, {
      schoolId: dataList[0]?.schoolId ?? 0,
      userName,
      userPhone: `139${String(Date.now()).slice(-8)}`,
      gearType: 'C1',
    })
    const { orderId } = await api.call(orders.rechargeOffline, { studentId: userId, amount: 20_000 })
    await open(page, `/orderManage/rechargeOrder?paramValue=${userName}`)
    const refund = shell(page).dialog(/^退款 CZ/)
    await row(page, userName)
      .getByRole('button', { name: /退\s*款/ })
      .click()
    await expect(refund.getByLabel('退款金额')).toBeFocused()
    await refund.getByLabel('退款金额').fill('120')
    await refund.getByLabel('退款原因').fill('学员要求')
    const send = refund.getByRole('button', { name: '申请退款' })
    // Not where the hand finds what saves.
    const [apart, cancel] = [
      await send.boundingBox(),
      await refund.getByRole('button', { name: /取\s*消/ }).boundingBox(),
    ]
    expect(apart?.x ?? 0).toBeLessThan(cancel?.x ?? 0)
    await send.click()
    const question = page
      .getByRole('dialog')
      .filter({ hasText: `退 ${formatFen(12_000)} 给学员“${userName}”？` })
    await expect(question).toContainText('退还现金')
    await expect(question.getByRole('button', { name: '返回核对' })).toBeFocused()
    await question.getByRole('button', { name: '返回核对' }).click()
    await expect(question).toHaveCount(0)
    const made = async () => (await api.call(orders.rechargeInfo, { orderId })).refunds
    expect(await made()).toEqual([])
    await send.click()
    await question.getByRole('button', { name: '申请退款' }).click()
    await expect(refund).toHaveCount(0)
    expect(await made()).toMatchObject([{ amount: 12_000 }])
  })
})

test.describe('a higher limit for refunds', () => {
  test.use({ account: 'finance' })

  test('is another person’s to agree to, and to turn down', async ({ page, signedIn }) => {
    const admin = await signedIn('admin')
    const before = await admin.call(orders.settings)
    const { tiers, version } = before
    await admin.call(orders.saveSettings, { tiers, version, approvalLimit: before.approvalLimit + 12_300 })
    await open(page, '/home')
    await page
      .getByRole('link', { name: /待我审批/ })
      .first()
      .click()
    await shell(page).pane.getByRole('button', { name: '调高退款免审批限额' }).click()
    const request = shell(page).dialog('免审批限额审批')
    await expect(request).toContainText(
      `${formatFen(before.approvalLimit)}改为${formatFen(before.approvalLimit + 12_300)}`,
    )
    await expect(request.getByRole('button', { name: '同意' })).toBeEnabled()
    await request.getByRole('button', { name: '驳回' }).click()
    const form = shell(page).dialog('驳回“调高退款免审批限额”')
    await form.getByLabel('审批意见').fill('保持现在的限额')
    await form.getByRole('button', { name: '驳回' }).click()
    await expect(page.getByText('已驳回').first()).toBeVisible()
    expect(await admin.call(orders.settings)).toMatchObject({
      approvalLimit: before.approvalLimit,
      raises: { waiting: [], agreed: [] },
    })
  })
})
