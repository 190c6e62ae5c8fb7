import { reportSchedules, roles } from '@drivesim/contract'
import { enterAs, newPerson } from '../support/people.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('定时报表: unpaid bills every Monday at eight, made on the list; sent at once, the message has the file; who sees to it stops it', async ({
  page,
  api,
}) => {
  const mark = `${process.pid}${Date.now()}`
  const name = `每周未付账单${mark}`
  const { roleId } = await api.call(roles.add, {
    roleName: `定时报表${mark}`,
    codes: ['finance', 'finance:accCheck', 'system', 'system:open'],
  })
  const person = await newPerson(api, { roleIds: [roleId] })
  await enterAs(page, person.api)
  await open(page, '/finacial/reconciliation?state=toSettle')
  await page.getByRole('button', { name: '定时发送' }).click()
  const form = shell(page).dialog('定时发送')
  await expect(form.getByLabel('接收人')).toBeVisible()
  await form.getByLabel('名称').fill(name)
  await form.getByRole('button', { name: '保存定时发送' }).click()
  await expect(form).toHaveCount(0)

  await page.getByRole('button', { name: '个人中心', exact: true }).click()
  const centre = shell(page).dialog('个人中心')
  await centre.getByRole('button', { name: '定时报表' }).click()
  const report = centre.getByRole('article', { name })
  await expect(report).toContainText('每周一 08:00，下次')
  await expect(report).toContainText('状态：待结算')
  await report.getByRole('button', { name: '立即发送一次' }).click()
  await report.getByRole('button', { name: '暂停' }).click()
  await expect(report).toContainText('已暂停')
  await report.getByRole('button', { name: '继续' }).click()
  await expect(report).toContainText('进行中')
  await report.getByRole('button', { name: '修改' }).click()
  const change = shell(page).dialog('修改定时报表')
  await change.getByText('每天', { exact: true }).click()
  await change.getByRole('button', { name: '保存', exact: true }).click()
  await expect(change).toHaveCount(0)
  await expect(report).toContainText('每天 08:00')
  await centre.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '系统信息，1 条未读' }).click()
  await shell(page)
    .dialog('系统信息')
    .getByRole('button', { name: new RegExp(`^未读：.*${name}`) })
    .click()
  const letter = shell(page).dialog('信息内容')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    letter.getByRole('link', { name: '下载' }).first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/账单.*\.csv$/)

  const [{ scheduleId } = { scheduleId: 0 }] = await person.api.call(reportSchedules.mine)
  const { dataList } = await person.api.call(reportSchedules.runs, { scheduleId })
  expect(dataList).toMatchObject([{ state: 'sent', byHand: true }])

  await open(page, `/system/openApi?tab=reportSchedules&paramValue=${name}`)
  const { pane } = shell(page)
  await expect(pane.getByRole('row', { name })).toContainText('每天 08:00')
})
