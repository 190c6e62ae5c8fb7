import { enrolment, organisations } from '@drivesim/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { confirm, row, rows } from '../support/lists.ts'
import { testLooks } from '../support/look.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

let made = 0
function newName(what: string): string {
  made += 1
  return `${what}${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
}
const act = (page: Page, words: string, name: string) =>
  row(page, words).getByRole('button', { name, exact: true })

/** A school of the demo that has coaches and simulators. */
async function aSchool(api: Api) {
  const [coach] = await api.call(enrolment.coachesForAll, {})
  const schoolId = coach?.schoolId ?? 0
  // The newest stands on the first page of 设备绑定.
  const simulator = (await api.call(enrolment.simulatorsForAll, { schoolId })).at(-1)
  const schools = await api.call(organisations.schools, {})
  const name = schools.find(({ organizationId }) => organizationId === schoolId)?.name ?? ''
  return { schoolId, name, coach: coach?.name ?? '', simulator: simulator?.simulatorNum ?? '' }
}

/** Three people of one school who wait, each by a name that nobody else there has. */
async function threeWaiting(api: Api) {
  const { dataList } = await api.call(enrolment.applicants, { pageSize: 100 })
  for (const schoolId of new Set(dataList.map(applicant => applicant.schoolId))) {
    const there = dataList.filter(applicant => applicant.schoolId === schoolId)
    const alone = there.filter(({ name }) => there.filter(other => other.name === name).length === 1)
    const [first, second, third] = alone.filter(({ state }) => state === 'waiting')
    if (first !== undefined && second !== undefined && third !== undefined)
      return { schoolId, waiting: [first, second, third] as const }
  }
  throw new Error('the demo business has people who wait')
}

/** Types the last day; Enter would submit the form. */
async function setDay(form: Locator, day: string): Promise<void> {
  const picker = form.getByLabel('有效期结束日期')
  await picker.fill(day)
  await picker.press('Tab')
  await expect(picker).toHaveValue(day)
}

/** Chooses one of several by a part of its words. */
async function choose(page: Page, picker: Locator, words: string): Promise<void> {
  await picker.click()
  await picker.fill(words)
  const list = await choicesOf(page, picker)
  await list.locator('.ant-select-item-option', { hasText: words }).first().click()
  await picker.press('Escape')
}

test('招生配置: added with its price, bound to coach and simulator, seen at 设备绑定, and disabled', async ({
  page,
  api,
}) => {
  const school = await aSchool(api)
  const title = newName('班')
  await open(page, `/enroll/enroll_config?schoolId=${school.schoolId}`)
  await expect(shell(page).pane.getByRole('heading', { name: `${school.name} 的招生配置` })).toBeVisible()
  await page.getByRole('button', { name: '新增招生配置' }).click()
  const form = page.getByRole('dialog', { name: '新增招生配置' })
  await form.getByLabel('价格', { exact: true }).fill('2980.5')
  await setDay(form, '2020-01-01')
  await form.getByRole('button', { name: '新增招生配置' }).click()
  await expect(form.getByText('标题不能为空')).toBeVisible()
  await form.getByLabel('标题').fill(title)
  await form.getByRole('button', { name: '新增招生配置' }).click()
  await expect(form.getByText('有效期的结束日期不能早于开始日期')).toBeVisible()
  await setDay(form, '2099-12-31')
  await form.getByRole('button', { name: '新增招生配置' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, title)).toContainText('¥2,980.50')

  await act(page, title, '绑定').click()
  const binding = page.getByRole('dialog', { name: `绑定教练与设备 ${title}` })
  await choose(page, binding.getByLabel(`${school.name} 的教练`), school.coach)
  await choose(page, binding.getByLabel(`${school.name} 的设备`), school.simulator)
  await binding.getByRole('button', { name: '保存绑定' }).click()
  await expect(binding).toHaveCount(0)
  await page.getByRole('button', { name: title }).click()
  const drawer = page.getByRole('dialog', { name: title })
  await expect(drawer.getByRole('listitem').filter({ hasText: school.simulator })).toBeVisible()
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toHaveCount(0)

  await act(page, title, '停用').click()
  await confirm(page, '停用招生配置')
  await expect(act(page, title, '启用')).toBeVisible()

  await shell(page).pane.getByRole('link', { name: '设备绑定' }).click()
  await expect(page).toHaveURL(new RegExp(`/enroll/simulator\\?schoolId=${school.schoolId}$`))
  await expect(row(page, school.simulator)).toContainText(title)
  await expect(row(page, school.simulator)).toContainText(school.coach)
})

test('教练: added with a photo, one phone once in a school, and gone without being deleted', async ({
  page,
  api,
}) => {
  const { schoolId } = await aSchool(api)
  const name = newName('教练')
  await open(page, `/enroll/coach?schoolId=${schoolId}&paramValue=${name}`)
  await page.getByRole('button', { name: '新增教练' }).click()
  const form = page.getByRole('dialog', { name: '新增教练' })
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('手机号').fill('12345')
  await form.getByLabel('教龄').fill('8')
  await expect(form.getByText('手机号格式不正确')).toBeVisible()
  await form.getByLabel('手机号').fill(`137${String(Date.now()).slice(-8)}`)
  await form.getByLabel('选择照片图片').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } }),
  })
  await expect(form.getByAltText('照片')).toHaveAttribute('src', /^\/files\/[\w-]{32}\.webp\?/)
  await form.getByRole('button', { name: '新增教练' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, name)).toContainText('8 年')

  // What cannot be taken back stands apart from what can.
  await expect(act(page, name, '删除')).toHaveCount(0)
  await row(page, name).getByRole('button', { name: '更多' }).click()
  await expect(page.locator('.ant-dropdown').getByRole('menuitem')).toHaveText(['删除'])
  await page.keyboard.press('Escape')
  await act(page, name, '离职').click()
  await confirm(page, '设为离职')
  await expect(act(page, name, '在职')).toBeVisible()
  const offered = await api.call(enrolment.coachesForAll, { schoolId })
  expect(offered.map(coach => coach.name)).not.toContain(name)
})

test('教练: the phone is masked, sent only when it was retyped, and whole for a reason', async ({
  page,
  api,
}) => {
  const { schoolId } = await aSchool(api)
  const name = newName('教练')
  const phone = `136${String(Date.now()).slice(-8)}`
  const masked = `136****${phone.slice(-4)}`
  await api.call(enrolment.addCoach, { schoolId, name, phone, gearTypes: ['C1'], years: 8 })
  await open(page, `/enroll/coach?schoolId=${schoolId}&paramValue=${phone}`)
  await expect(row(page, name)).toContainText(masked)
  await act(page, name, '编辑').click()
  const form = page.getByRole('dialog', { name: `编辑教练 ${name}` })
  await expect(form.getByLabel('手机号')).toHaveValue('')
  await expect(form.getByText(`现为 ${masked}，不填则不变`)).toBeVisible()
  await form.getByLabel('教龄').fill('9')
  const sent = page.waitForRequest(/coach\/update$/)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  expect((await sent).postDataJSON()).not.toHaveProperty('phone')
  await expect(form).toHaveCount(0)
  await expect(row(page, name)).toContainText('9 年')

  await act(page, name, '查看手机号').click()
  const dialog = page.getByRole('dialog', { name: `查看手机号 ${name}` })
  await dialog.getByLabel('查看原因').fill('1')
  await dialog.getByRole('button', { name: '查看手机号' }).click()
  await expect(dialog.getByText('请写明查看原因，至少 4 个字')).toBeVisible()
  await dialog.getByLabel('查看原因').fill('通知练车时间')
  await dialog.getByRole('button', { name: '查看手机号' }).click()
  await expect(page.getByRole('dialog', { name: `${name} 的手机号` })).toContainText(phone)
})

test('a phone that was retyped is compared with what another saved, and thrown away with the rest', async ({
  page,
  api,
}) => {
  const { schoolId } = await aSchool(api)
  const name = newName('教练')
  const phone = `135${String(Date.now()).slice(-8)}`
  const coach = { name, gearTypes: ['C1' as const], years: 8 }
  const { id } = await api.call(enrolment.addCoach, { ...coach, schoolId, phone })
  await open(page, `/enroll/coach?schoolId=${schoolId}&paramValue=${name}`)
  await act(page, name, '编辑').click()
  const form = page.getByRole('dialog', { name: `编辑教练 ${name}` })
  const typed = `134${phone.slice(-8)}`
  await form.getByLabel('手机号').fill(typed)
  const other = `133${phone.slice(-8)}`
  await api.call(enrolment.modifyCoach, { ...coach, id, phone: other, years: 20 })
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByRole('row', { name: '手机号' })).toContainText(typed)
  await form.getByRole('button', { name: '采用现在的内容' }).click()
  await expect(form.getByLabel('手机号')).toHaveValue('')
  await expect(form.getByText(`现为 133****${other.slice(-4)}，不填则不变`)).toBeVisible()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  const { dataList } = await api.call(enrolment.coaches, { schoolId, paramValue: other })
  expect(dataList).toMatchObject([{ id, years: 20 }])
})

test('招生学员: confirmed, refused with a reason, cancelled; who waits stands above what is decided, which offers no act', async ({
  page,
  api,
}) => {
  const { schoolId, waiting } = await threeWaiting(api)
  const [confirmed, refused, cancelled] = waiting
  await open(page, `/enroll/enroll_student?schoolId=${schoolId}&size=50`)
  await act(page, confirmed.name, '确认').click()
  await confirm(page, '确认报名')
  await expect(row(page, confirmed.name)).toContainText('已确认')
  // The button that was pressed is gone: the keyboard goes on at the rows.
  await expect(page.locator('[data-rows]')).toBeFocused()
  await expect(row(page, confirmed.name).getByRole('link', { name: confirmed.name })).toHaveAttribute(
    'href',
    /studentDetail\?userId=\d+$/,
  )

  await act(page, refused.name, '拒绝').click()
  const refusal = page.getByRole('dialog', { name: `拒绝“${refused.name}”的报名` })
  await refusal.getByRole('button', { name: '拒绝报名' }).click()
  await expect(refusal.getByText('请填写拒绝的原因')).toBeVisible()
  await refusal.getByLabel('拒绝的原因').fill('年龄不足 18 周岁')
  await refusal.getByRole('button', { name: '拒绝报名' }).click()
  await expect(refusal).toHaveCount(0)
  await expect(row(page, refused.name)).toContainText('年龄不足 18 周岁')

  await act(page, cancelled.name, '取消报名').click()
  const cancelling = page.getByRole('dialog', { name: `取消“${cancelled.name}”的报名` })
  await cancelling.getByRole('button', { name: '取消报名' }).click()
  await expect(cancelling).toHaveCount(0)
  await expect(row(page, cancelled.name)).toContainText('已取消')
  for (const { name } of waiting) {
    await expect(row(page, name).getByRole('button', { name: /^(确认|拒绝|取消报名)$/ })).toHaveCount(0)
    await expect(row(page, name).getByRole('button', { name: '查看手机号' })).toBeVisible()
  }
  const states = await rows(page).locator('td:nth-child(2)').allInnerTexts()
  expect(states.lastIndexOf('待确认')).toBeLessThan(states.findIndex(state => state !== '待确认'))
})

test.describe('without the code', () => {
  test.use({ account: 'guest' })
  test('招生 is read, not changed, and phones are not whole', async ({ page }) => {
    await open(page, '/enroll/enroll_student')
    await expect(rows(page).first()).toContainText(/1\d\d\*{4}\d{4}/)
    await expect(shell(page).pane.getByRole('button', { name: '确认', exact: true })).toHaveCount(0)
    await open(page, '/enroll/enroll_config')
    await expect(rows(page).first()).toBeVisible()
    await expect(shell(page).pane.getByRole('button', { name: '新增招生配置' })).toHaveCount(0)
  })
})

testLooks([
  { name: 'enroll_config', go: page => open(page, '/enroll/enroll_config') },
  {
    name: 'coachForm',
    async go(page) {
      await open(page, '/enroll/coach')
      await page.getByRole('button', { name: '新增教练' }).click()
      const form = page.getByRole('dialog', { name: '新增教练' })
      await form.getByRole('button', { name: '新增教练' }).click()
      await expect(form.getByText('手机号不能为空')).toBeVisible()
    },
  },
])
