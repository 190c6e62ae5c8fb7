import { members } from '@drivesim/contract'
import { row, rows } from '../support/lists.ts'
import { enterAs, newMember, newPerson } from '../support/people.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('操作日志: who, when, from where, what, before and after', async ({ page, api }) => {
  const person = await newMember(api)
  await api.call(members.modify, {
    userId: person.userId,
    userName: `改名${person.account}`,
    organId: person.organId,
    belongOrganIds: [person.organId],
    roleIds: [],
  })
  await open(page, '/system/operationLog?paramValue=admin&label=修改成员')
  const newest = rows(page).first()
  await expect(newest).toContainText('（admin）')
  await expect(newest).toContainText('修改成员')
  await expect(newest).toContainText('127.0.0.1')
  await newest.getByRole('button', { name: '查看变更' }).click()
  const detail = page.getByRole('dialog', { name: '修改成员' })
  const changes = detail.locator('section', { hasText: `改名${person.account}` })
  await expect(changes.getByRole('deletion')).toContainText([person.name])
  await expect(changes.getByRole('insertion').first()).toBeVisible()
})

test('never a password: not in the log of a new member', async ({ page, api }) => {
  const person = await newMember(api)
  await open(page, '/system/operationLog?paramValue=admin&label=新增成员')
  await rows(page).first().getByRole('button', { name: '查看变更' }).click()
  const detail = page.getByRole('dialog', { name: '新增成员' })
  await expect(detail.locator('section').first()).toBeVisible()
  await expect(detail).not.toContainText(person.firstPassword)
  await expect(detail).not.toContainText('scrypt')
})

test('安全日志: who came in, what was looked at and why, what was taken along', async ({ page, api }) => {
  const person = await newMember(api)
  await api.call(members.reveal, { userId: person.userId, reason: '通知设备停机' })
  await open(page, '/system/operationLog')
  await page.getByRole('radiogroup', { name: '操作日志或安全日志' }).getByText('安全日志').click()
  await expect(row(page, person.name).filter({ hasText: '查看个人信息' })).toContainText('通知设备停机')
  await expect(row(page, person.name).filter({ hasText: '账号与权限' })).toContainText('新增成员')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await download
  await open(page, '/system/operationLog?tab=security&kind=export&paramValue=admin')
  await expect(rows(page).first()).toContainText(/导出安全日志.*共 [\d,]+ 行/)
})

test('安全日志 is for those with 系统管理, and tells what others were refused', async ({ page, api }) => {
  const person = await newPerson(api)
  await expect(person.api.call(members.list, {})).rejects.toThrow('没有权限')
  await open(page, `/system/operationLog?tab=security&kind=access&paramValue=${person.account}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('成员列表')
  await expect(rows(page).first()).toContainText('未成功')
  await enterAs(page, person.api)
  await page.goto('/system/operationLog?tab=security')
  await expect(page.getByText('401')).toBeVisible()
})

test('filters by day live in the URL; a range that runs backwards is refused with a sentence', async ({
  page,
}) => {
  await open(page, '/system/operationLog?beginDate=2020-01-01&endDate=2020-01-02')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '开始日期' })).toHaveValue('2020-01-01')
  await open(page, '/system/operationLog?beginDate=2020-01-02&endDate=2020-01-01')
  await expect(page.getByRole('alert')).toContainText('结束日期不能早于开始日期')
})

test('an error in the browser is reported by itself, once, and shown under 前端错误', async ({
  page,
  problems,
}) => {
  const words = `boom-${process.pid}-${process.env.TEST_PARALLEL_INDEX ?? '0'}`
  problems.allow(new RegExp(words))
  let reports = 0
  page.on('request', request => {
    if (request.url().endsWith('/save_error_logger')) reports += 1
  })
  await open(page, '/home')
  const saved = page.waitForResponse(/save_error_logger/)
  await page.evaluate(text => {
    const fail = () => {
      throw new Error(text)
    }
    for (let time = 0; time < 3; time += 1) setTimeout(fail)
  }, words)
  await saved
  await open(page, `/system/clientErrors?paramValue=${words}`)
  await expect(row(page, words)).toContainText('/home')
  await expect(row(page, words)).toContainText('脚本')
  expect(reports).toBe(1)
  await row(page, words).getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('dialog', { name: '前端错误' }).locator('pre')).toContainText(words)
})

test('refusals are not errors of the browser', async ({ page }) => {
  const records: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/save_error_logger')) records.push(request.postData() ?? '')
  })
  await open(page, '/system/roleDetail?roleId=999999')
  await expect(shell(page).pane.getByRole('alert')).toContainText('角色不存在')
  expect(records).toEqual([])
})

test('an entry says its record, with the way to it', async ({ page, api }) => {
  const { userId, name } = await newMember(api)
  await open(page, '/system/operationLog')
  await row(page, name).first().getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/system/memberDetail?userId=${userId}`)
})

test('操作日志 of one record: from its page, and chosen by kind and name', async ({ page, api }) => {
  const { userId, name, account } = await newMember(api)
  await open(page, `/system/memberDetail?userId=${userId}`)
  await shell(page).pane.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '账号变更记录' }).click()
  await expect(page).toHaveURL(`/system/operationLog?objectType=member&objectId=${userId}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('新增成员')
  const filters = page.getByRole('form', { name: '查询条件' })
  await expect(filters).toContainText(`${name} · ${account}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const box = await filters.locator('.ant-select', { hasText: account }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan(390)
  await page.setViewportSize({ width: 1366, height: 768 })
  await filters.getByRole('button', { name: '清空' }).click()
  await filters.getByRole('combobox', { name: '对象类型' }).click()
  await page
    .getByRole('option', { name: '成员' })
    .or(page.getByTitle('成员', { exact: true }))
    .last()
    .click()
  await filters.getByRole('combobox', { name: '对象', exact: true }).fill(account)
  await page.getByTitle(`${name} · ${account}`).last().click()
  await filters.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(new RegExp(`objectType=member&objectId=${userId}`))
  await expect(rows(page)).toHaveCount(1)
  await open(page, '/system/operationLog?objectType=member&objectId=999999')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await expect(filters).toContainText('已删除或不存在')
})
