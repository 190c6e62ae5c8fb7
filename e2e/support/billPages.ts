import { expect, type Page } from '@playwright/test'
import { confirm, row } from './lists.ts'
import { putSlip } from './pictures.ts'
import { shell } from './shell.ts'

/** Opens the one bill of a school in the list on the page. */
export const openBill = (page: Page, school: string): Promise<void> =>
  row(page, school).getByRole('link', { name: 'ZD' }).click()

/** 同意, of what waits for the approver, and once more. */
export async function agreeToPay(page: Page, title: string, account: string): Promise<void> {
  await shell(page).pane.getByRole('button', { name: title }).click()
  const request = shell(page).dialog('付款申请审批')
  await expect(request).toContainText(account)
  await request.getByRole('button', { name: '同意', exact: true }).click()
  await confirm(page, '同意')
  await expect(shell(page).pane.getByRole('button', { name: title })).toHaveCount(0)
  await request.getByRole('button', { name: '关闭' }).click()
  await expect(request).toHaveCount(0)
}

/** 登记付款 of the open bill, with a slip. */
export async function payBill(page: Page): Promise<void> {
  const { pane } = shell(page)
  await pane.getByRole('button', { name: '登记付款' }).click()
  const form = shell(page).dialog('登记付款 ZD')
  await expect(form.getByText('按已同意的付款申请登记，须上传银行回单')).toBeVisible()
  await putSlip(form)
  await form.getByRole('button', { name: '登记付款' }).click()
  await expect(form).toHaveCount(0)
  await expect(pane.getByText('已结清', { exact: true })).toBeVisible()
}
