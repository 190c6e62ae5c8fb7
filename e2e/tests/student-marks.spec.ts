import { organisations, students } from '@drivesim/contract'
import type { Api } from '../support/api.ts'
import { row, rows } from '../support/lists.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

/** A school with three students. */
async function newSchool(api: Api): Promise<number> {
  const name = `标签驾校${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}`
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
