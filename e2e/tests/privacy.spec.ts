import { organisations, students } from '@drivesim/contract'
import { reasonOf, row } from '../support/lists.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

let made = 0
/** Somebody at a school of their own. */
async function someone(api: Parameters<Parameters<typeof test>[2]>[0]['api']) {
  made += 1
  const mark = `${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  const { organizationId: schoolId } = await api.call(organisations.addSchool, {
    name: `权利驾校${mark}`,
    provinceId: '440000',
    cityId: '440100',
  })
  const userName = `梁启${mark}`
  const userPhone = `171${mark.padStart(8, '0').slice(-8)}`
  return { userName, ...(await api.call(students.add, { schoolId, userName, userPhone, gearType: 'C1' })) }
}

test('a request is entered where its person is found, and answered within its term', async ({
  page,
  api,
}) => {
  const { userName } = await someone(api)
  await open(page, '/system/privacy')
  const { pane } = shell(page)
  await pane.getByText('查找学员', { exact: true }).click()
  await expect(pane.getByText('输入学员的信息后查找')).toBeVisible()
  await pane.getByLabel('学员', { exact: true }).fill(userName)
  await page.keyboard.press('Enter')
  await expect(row(page, userName)).toContainText('未结束的学籍')

  await row(page, userName).getByRole('button', { name: '登记请求' }).click()
  const form = page.getByRole('dialog', { name: `登记“${userName}”的权利请求` })
  await form.getByRole('combobox', { name: '请求' }).click()
  await page.getByTitle('更正', { exact: true }).click()
  await form.getByRole('combobox', { name: '核实方式' }).click()
  await page.getByTitle('当面核实', { exact: true }).click()
  await form.getByLabel('请求内容').fill('姓名少一个字')
  await form.getByRole('button', { name: '登记' }).click()
  await expect(page.getByText('已登记，请在 15 个工作日内答复')).toBeVisible()
  await expect(row(page, userName)).toContainText('更正')

  await pane.getByText('权利请求', { exact: true }).click()
  await row(page, userName).getByRole('button', { name: '办结' }).click()
  const answer = page.getByRole('dialog', { name: `办结“${userName}”的更正请求` })
  await expect(answer.getByText('请求内容：姓名少一个字')).toBeVisible()
  await answer.getByLabel('办理结果').fill('已改正并告知')
  await answer.getByRole('button', { name: '办结' }).click()
  await expect(row(page, userName)).toContainText('已办结')
})

test('erasing is refused while something is open, and is never decided by whoever asked', async ({
  page,
  api,
}) => {
  const { userName, userId } = await someone(api)
  await open(page, `/system/privacy?tab=persons&paramValue=${encodeURIComponent(userName)}`)
  const more = row(page, userName).getByRole('button', { name: '更多' })
  await more.click()
  await expect(page.getByRole('menuitem', { name: '申请删除' })).toContainText('尚有未结束的学籍，请先办结')

  await api.call(students.enrol, { userId, kind: 'leave' })
  await page.reload()
  await more.click()
  await page.getByRole('menuitem', { name: '申请删除' }).click()
  const form = page.getByRole('dialog', { name: `申请删除“${userName}”的个人信息` })
  await form.getByRole('combobox', { name: '核实方式' }).click()
  await page.getByTitle('当面核实', { exact: true }).click()
  await form.getByLabel('请求内容').fill('本人到校要求注销')
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('已提交，须由另一人批准')).toBeVisible()

  await shell(page).pane.getByText('权利请求', { exact: true }).click()
  const approve = row(page, userName).getByRole('button', { name: '批准删除' })
  expect(await reasonOf(page, approve)).toContain('须由另一名管理员批准')
})

test('a person’s file is shown once, to be printed or saved', async ({ page, api }) => {
  const { userName } = await someone(api)
  await open(page, `/system/privacy?tab=persons&paramValue=${encodeURIComponent(userName)}`)
  await row(page, userName).getByRole('button', { name: '导出个人信息' }).click()
  const form = page.getByRole('dialog', { name: `导出“${userName}”的个人信息` })
  await form.getByLabel('查看原因').fill('本人到校要求查阅复制')
  await form.getByRole('button', { name: '导出', exact: true }).click()
  const made = page.getByRole('dialog', { name: `${userName} 的个人信息` })
  await expect(made.getByRole('heading', { name: '基本信息（1 条）' })).toBeVisible()
  const downloads = page.waitForEvent('download')
  await made.getByRole('button', { name: '下载 JSON' }).click()
  expect((await downloads).suggestedFilename()).toBe(`${userName} 的个人信息.json`)
})

test('a term is not shorter than the law allows, and nothing goes without one', async ({ page }) => {
  await open(page, '/system/privacy?tab=terms')
  const { pane } = shell(page)
  const panel = pane.getByRole('region', { name: '权利请求' })
  await expect(panel).toContainText('没有设置，不清理（建议 36 个月）')
  await panel.getByRole('button', { name: '设置' }).click()
  const form = page.getByRole('dialog', { name: '设置“权利请求”的保存期限' })
  await form.getByLabel('保存月数').fill('12')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText(/不能少于法定的 36 个月/)).toBeVisible()
  await form.getByLabel('保存月数').fill('40')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(panel).toContainText('40 个月')
})

test('the register says what is kept of whom, and why', async ({ page }) => {
  await open(page, '/system/privacy?tab=register')
  const { pane } = shell(page)
  await expect(pane.getByRole('heading', { name: '学员', exact: true })).toBeVisible()
  await expect(pane.getByText('student.id_number', { exact: false }).first()).toBeVisible()
})
