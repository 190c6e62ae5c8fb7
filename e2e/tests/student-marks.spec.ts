import { operationLog, organisations, students } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { row, rows } from '../support/lists.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

let made = 0

/** A school with three students. */
async function newSchool(api: Api): Promise<number> {
  made += 1
  const name = `标签驾校${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  const form = { name, provinceId: '440000', cityId: '440100' }
  const { organizationId } = await api.call(organisations.addSchool, form)
  const pupils = ['学员甲', '学员乙', '学员丙'].map((userName, place) => ({
    userName,
    userPhone: `1380000000${place}`,
    gearType: 'C1',
  }))
  await api.call(students.import, { schoolId: organizationId, students: pupils, mode: 'all' })
  return organizationId
}

test('students of a school: tagged many at once, found by the tag, noted, and money taken from the row', async ({
  page,
  api,
}) => {
  const schoolId = await newSchool(api)
  await open(page, `/institution/schoolDetail?organizationId=${schoolId}&tab=students`)
  const { pane } = shell(page)
  await expect(rows(page)).toHaveCount(3)
  await row(page, '学员甲').getByRole('checkbox').check()
  await row(page, '学员丙').getByRole('checkbox').check()
  await pane.getByRole('button', { name: '添加标签' }).click()
  const form = page.getByRole('dialog', { name: '给 2 名学员添加标签' })
  await form.getByRole('combobox', { name: '标签' }).fill('周末')
  await form.getByRole('button', { name: '添加标签' }).click()
  const jobs = page.getByRole('dialog', { name: '任务' })
  await expect(jobs).toContainText('成功 2')
  await jobs.getByRole('button', { name: '关闭' }).first().click()
  await expect(row(page, '学员丙')).toContainText('周末')

  await open(page, `/student/studentManagement?schoolId=${schoolId}&tag=${encodeURIComponent('周末')}`)
  await expect(rows(page)).toHaveCount(2)
  await pane.getByRole('columnheader', { name: '余额' }).getByRole('button').first().click()
  await expect(page).toHaveURL(/sort/)
  await expect(rows(page)).toHaveCount(2)
  await row(page, '学员甲').getByRole('button', { name: '充值' }).click()
  const till = page.getByRole('dialog', { name: '登记线下充值' })
  await expect(till).toContainText('学员甲')
  await till.getByRole('button', { name: '取消' }).click()
  await expect(till).toHaveCount(0)

  await row(page, '学员甲').getByRole('link', { name: '学员甲' }).click()
  const parts = pane.getByRole('navigation', { name: '学员的内容' })
  await parts.getByRole('button', { name: '备注' }).click()
  await pane.getByRole('button', { name: '写备注' }).click()
  const note = page.getByRole('dialog', { name: '备注 学员甲' })
  await note.getByLabel('备注').fill('只能周末来')
  await note.getByRole('button', { name: '保存' }).click()
  await expect(pane.getByRole('region', { name: '备注' })).toContainText('只能周末来')
  await parts.getByRole('button', { name: '意见反馈' }).click()
  await expect(pane.getByRole('region', { name: '意见反馈' })).toBeInViewport()
})

/** 学员甲, tagged 周末, on the list of their school. */
async function openTagged(page: Page, api: Api): Promise<number> {
  const schoolId = await newSchool(api)
  const { dataList } = await api.call(students.list, { schoolId, paramValue: '学员甲' })
  const [{ userId, version } = { userId: 0, version: 0 }] = dataList
  await api.call(students.tag, { userId, version, tags: ['周末'] })
  await open(page, `/student/studentManagement?schoolId=${schoolId}`)
  await expect(row(page, '学员甲')).toContainText('周末')
  return userId
}

/** Adds a tag in the form that an act of the row opens. */
async function addTag(page: Page, act: string, tag: string): Promise<void> {
  await row(page, '学员甲').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  const form = page.getByRole('dialog', { name: /^(编辑学员|修改标签) 学员甲$/ })
  await form.getByRole('combobox', { name: '标签' }).fill(tag)
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, '学员甲')).toContainText(tag)
}

test('the tags of one student are changed, and taken back with one press: two acts in the log', async ({
  page,
  api,
}) => {
  const userId = await openTagged(page, api)
  const told = page.locator('.ant-message')
  await addTag(page, '修改标签', '补考')
  await told.getByRole('button', { name: '撤销' }).click()
  await expect(told).toContainText('已撤销：已修改“学员甲”的标签')
  await expect(row(page, '学员甲')).not.toContainText('补考')
  await expect(row(page, '学员甲')).toContainText('周末')
  const log = await api.call(operationLog.list, { objectType: 'student', objectId: userId })
  const acts = log.dataList.map(({ label }) => label)
  // Tagged by the set-up, then by the page and back.
  expect(acts.filter(label => label === students.tag.change)).toHaveLength(3)

  // The form of all of them says the same where nothing but tags was changed; by keys it is as quick.
  await addTag(page, '编辑', '夜班')
  await expect(told.getByRole('button', { name: '撤销' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, '学员甲')).not.toContainText('夜班')
})

test('tags that somebody changed meanwhile are not put back', async ({ page, api }) => {
  const userId = await openTagged(page, api)
  await addTag(page, '修改标签', '补考')
  const { base } = await api.call(students.info, { userId })
  await api.call(students.tag, { userId, version: base?.version ?? 0, tags: ['大学生'] })
  await page.locator('.ant-message').getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('学员已被他人修改')).toBeVisible()
  expect((await api.call(students.info, { userId })).base?.tags).toEqual(['大学生'])
})
