import { opsSettings } from '@drivesim/contract'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('a refusal is in sight where a long form was sent from its end', async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  const { dataList } = await api.call(opsSettings.faultTypes, { paramValue: 'E101' })
  await open(page, '/operation/faultType')
  await shell(page).pane.getByRole('button', { name: '新增故障类型' }).click()
  const drawer = page.getByRole('dialog', { name: '新增故障类型' })
  await drawer.getByLabel('名称').fill('故障代码重复')
  const component = drawer.getByLabel('部件')
  await component.click()
  await (await choicesOf(page, component)).getByText('头显', { exact: true }).click()
  await drawer.getByLabel('故障代码').fill('E101')
  await drawer.getByLabel('故障代码').press('Enter')
  await drawer.getByLabel('排序').scrollIntoViewIfNeeded()
  await drawer.getByRole('button', { name: '新增故障类型' }).click()
  const refusal = drawer.getByRole('alert').filter({ hasText: '该故障代码已属于' })
  await expect(refusal).toContainText(dataList[0]?.name ?? '')
  await expect(refusal).toBeInViewport({ ratio: 1 })
})
