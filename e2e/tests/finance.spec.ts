import { contracts, organisations } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Locator } from '@playwright/test'
import { confirm, row } from '../support/lists.ts'
import { formOver, pageAt, template, testLooks } from '../support/look.ts'
import { pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** Types a day; Enter would submit the form. */
async function setDay(dialog: Locator, field: string, day: string): Promise<void> {
  const picker = dialog.getByLabel(field)
  await picker.fill(day)
  await picker.press('Tab')
  await expect(picker).toHaveValue(day)
}

test('合同: made with its share, renewed for the next period, seen on the time line, its deposit paid with a slip', async ({
  page,
  api,
}) => {
  const name = `合同驾校${process.pid}${Date.now()}`
  await api.call(organisations.addSchool, { name, provinceId: '440000', cityId: '440100' })
  const today = businessDayOf(Date.now())
  const [begins, ends] = [addDays(today, -100), addDays(today, 20)]
  await open(page, `/finacial/configuration?paramValue=${name}`)
  await page.getByRole('button', { name: '新增合同' }).click()
  const dialog = page.getByRole('dialog', { name: '新增合同' })
  // Before anything else is filled in.
  await setDay(dialog, '结束日期', addDays(today, 4000))
  await expect(dialog.getByText('合同最长 10 年，请缩短后重试')).toBeVisible()
  await pickByName(page, dialog.getByLabel('驾校', { exact: true }), name)
  await dialog.getByLabel('平台分成比例').fill('32.55')
  await dialog.getByLabel('约定押金').fill('5000.1')
  await setDay(dialog, '开始日期', begins)
  await setDay(dialog, '结束日期', addDays(begins, -1))
  await dialog.getByRole('button', { name: '新增合同' }).click()
  await expect(dialog.getByText('结束日期不能早于开始日期')).toBeVisible()
  await setDay(dialog, '结束日期', ends)
  await dialog.getByRole('button', { name: '新增合同' }).click()
  await expect(dialog).toHaveCount(0)
  const first = row(page, `${begins} – ${ends}`)
  await expect(first).toContainText('平台分成 32.55%')
  await expect(first).toContainText('待续签')

  await first.getByRole('button', { name: '续签' }).click()
  const renewal = page.getByRole('dialog', { name: `续签 ${name}` })
  await expect(renewal.getByLabel('开始日期')).toHaveValue(addDays(ends, 1))
  await renewal.getByLabel('合作方式').click()
  await page.getByTitle('租金', { exact: true }).click()
  await renewal.getByLabel('月租金').fill('2500')
  await renewal.getByRole('button', { name: '新增合同' }).click()
  await expect(renewal).toHaveCount(0)
  const second = row(page, `${addDays(ends, 1)} – `)
  await expect(second).toContainText('月租金 ¥2,500.00')
  await expect(second).toContainText('待生效')
  await expect(first).not.toContainText('待续签')

  await first.getByRole('button', { name: '押金', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '押金 HT' })
  await expect(drawer).toContainText('还差 ¥5,000.10')
  await drawer.getByRole('button', { name: '收取押金' }).click()
  const payment = page.getByRole('dialog', { name: '收取押金' })
  const copy = await payment.screenshot({ type: 'jpeg', quality: 60 })
  await payment.getByLabel('选择凭证').setInputFiles({
    name: 'slip.png',
    mimeType: 'image/png',
    // Shows this contract's number: a slip is taken for one deposit only.
    buffer: await payment.screenshot(),
  })
  await expect(payment.getByRole('img', { name: '凭证' })).toBeVisible()
  await payment.getByRole('button', { name: '收取押金' }).click()
  await expect(payment).toHaveCount(0)
  await expect(drawer).toContainText('已收齐')
  await drawer.getByRole('button', { name: '查看凭证' }).click()
  await expect(drawer.getByRole('img', { name: '的凭证' })).toBeVisible()

  // The same paper, taken again, for the same amount: asked about, and taken at a word.
  await drawer.getByRole('button', { name: '退还押金' }).click()
  const back = page.getByRole('dialog', { name: '退还押金' })
  await back.getByLabel('选择凭证').setInputFiles({ name: 'copy.jpg', mimeType: 'image/jpeg', buffer: copy })
  await expect(back.getByRole('img', { name: '凭证' })).toBeVisible()
  await back.getByRole('button', { name: '退还押金' }).click()
  await confirm(page, '退还押金')
  const question = page.getByRole('dialog', { name: '可能是同一张凭证' })
  await expect(question).toContainText(
    /已用于合同 HT\S+ 的押金的凭证很像，金额也相同.*确实是另一笔 ¥5,000\.10/,
  )
  await question.getByRole('button', { name: '不是同一张，继续退还押金' }).click()
  await expect(back).toHaveCount(0)
  await expect(drawer).toContainText('还差 ¥5,000.10')
  await drawer.getByRole('button', { name: '关闭' }).click()

  await shell(page).pane.getByText('时间线', { exact: true }).click()
  await page.getByLabel('名称').fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  const line = page.getByRole('list', { name: `${name} 的合同` })
  await expect(line.getByRole('button')).toHaveCount(2)
  await expect(line.getByText('没有合同')).toHaveCount(0)
  await line.getByRole('button', { name: '待生效' }).click()
  await expect(page.getByRole('dialog', { name: '合同 HT' })).toContainText('月租金 ¥2,500.00')
})

test('合同的收款账户: masked, whole for a reason, kept by a form that leaves it and by 续签', async ({
  page,
  api,
}) => {
  const name = `账户驾校${process.pid}${Date.now()}`
  const { organizationId: schoolId } = await api.call(organisations.addSchool, {
    name,
    provinceId: '440000',
    cityId: '440100',
  })
  const today = businessDayOf(Date.now())
  const [bank, masked] = ['账户驾校 工商银行 6222 0812 3456 7890123', '账户驾校 工商银行 ****0123']
  const { contractId, no } = await api.call(contracts.add, {
    schoolId,
    mode: 'rent',
    monthlyRent: 100,
    billingDay: 5,
    startsOn: today,
    endsOn: addDays(today, 20),
    deposit: 0,
    bank,
  })
  const whole = (of: number) => api.call(contracts.revealAccount, { contractId: of, reason: '核对收款账户' })
  await open(page, `/finacial/configuration?paramValue=${no}`)
  await page.getByRole('button', { name: no }).click()
  const detail = page.getByRole('dialog', { name: `合同 ${no}` })
  await expect(detail).toContainText(masked)
  await detail.getByRole('button', { name: /^查看\s*收款账户$/ }).click()
  const asking = page.getByRole('dialog', { name: `查看收款账户 ${name}` })
  await asking.getByLabel('查看原因').fill('核对付款信息')
  await expect(page.getByText(bank)).toHaveCount(0)
  await asking.getByRole('button', { name: '查看收款账户' }).click()
  const shown = page.getByRole('dialog', { name: `${name} 的收款账户` })
  await expect(shown).toContainText(bank)
  await shown.getByRole('button', { name: '关闭', exact: true }).last().click()
  await detail.getByRole('button', { name: '关闭' }).click()

  await row(page, no).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: `编辑合同 ${no}` })
  const number = form.getByRole('textbox', { name: '账号', exact: true })
  await expect(number).toHaveValue('')
  await expect(form).toContainText(`现为 ${masked}，不填则不变`)
  // As it is shown, nobody can be paid.
  await number.fill('****0123')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('账号应为 8 至 32 位数字，可以用空格分开')).toBeVisible()
  await number.fill('6222 0812 3456')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请填写户名，或者都不填')).toBeVisible()
  await number.fill('')
  await form.getByLabel('出账日').fill('6')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  expect(await whole(contractId)).toEqual({ account: null, bank })

  await row(page, no).getByRole('button', { name: '续签' }).click()
  const renewal = page.getByRole('dialog', { name: `续签 ${name}` })
  await renewal.getByRole('button', { name: '新增合同' }).click()
  await expect(renewal).toHaveCount(0)
  const { dataList } = await api.call(contracts.list, { schoolId })
  const renewed = dataList.find(other => other.contractId !== contractId)
  expect(await whole(renewed?.contractId ?? 0)).toEqual({ account: null, bank })
})

testLooks([
  pageAt('configuration', '/finacial/configuration', formOver('contractForm', '新增合同')),
  template(pageAt('contractTimeline', '/finacial/configuration?tab=timeline')),
])
