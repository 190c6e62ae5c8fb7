import { account, members, roles } from '@drivesim/contract'
import { confirm, reasonOf, row } from '../support/lists.ts'
import { newPerson } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

const list = '/system/roleManagement'
let made = 0
const newName = () => `测试角色 ${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${++made}`

test('新增角色: the codes are a tree; a page’s code takes the code of its group along', async ({
  page,
  api,
}) => {
  const name = newName()
  await open(page, list)
  await page.getByRole('button', { name: '新增角色' }).click()
  const form = page.getByRole('dialog', { name: '新增角色' })
  await form.getByLabel('角色名称').fill(name)
  const finance = form.getByRole('list', { name: '财务管理' })
  await finance.getByRole('checkbox', { name: '收款管理' }).check()
  await expect(finance.getByRole('checkbox', { name: '进入菜单' })).toBeChecked()
  await form.getByRole('checkbox', { name: /^学员管理/ }).check()
  await form.getByRole('button', { name: '新增角色' }).click()
  await expect(form).toHaveCount(0)
  await open(page, `${list}?paramValue=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toContainText('自定义')
  const { dataList } = await api.call(roles.list, { paramValue: name })
  expect([...(dataList[0]?.codes ?? [])].sort()).toEqual(
    ['finance', 'finance:receipt', 'student:edit', 'student:reveal'].sort(),
  )
})

test('built-in roles cannot be edited or removed, and say why', async ({ page }) => {
  await open(page, list)
  const builtIn = row(page, '平台管理员')
  await expect(builtIn).toContainText('内置')
  const edit = builtIn.getByRole('button', { name: '编辑' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  expect(await reasonOf(page, edit)).toContain('内置角色不能修改或删除')
  await builtIn.getByRole('button', { name: '更多' }).click()
  const remove = page.getByRole('menuitem', { name: '删除' })
  await expect(remove).toBeDisabled()
  await expect(remove).toContainText('内置角色不能修改或删除')
})

test('saved by somebody else meanwhile: both versions are shown, and one is chosen', async ({
  page,
  api,
}) => {
  const roleName = newName()
  const { roleId } = await api.call(roles.add, { roleName, note: '原来的备注', codes: [] })
  await open(page, `${list}?paramValue=${encodeURIComponent(roleName)}`)
  await row(page, roleName).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: /^编辑角色/ })
  await form.getByLabel('备注').fill('我的备注')
  await api.call(roles.modify, { roleId, roleName, note: '别人的备注', codes: [] })
  await form.getByRole('button', { name: '保存' }).click()
  const difference = form.getByRole('row', { name: /备注/ })
  await expect(difference).toContainText('别人的备注')
  await expect(difference).toContainText('我的备注')
  await form.getByRole('button', { name: '保留我填写的，继续修改' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, roleName)).toContainText('我的备注')
})

test('a role that somebody holds cannot be removed, and says how many do', async ({ page, api }) => {
  const roleName = newName()
  const { roleId } = await api.call(roles.add, { roleName, codes: [] })
  await give(api, await newPerson(api), roleId)
  await open(page, `${list}?paramValue=${encodeURIComponent(roleName)}`)
  await row(page, roleName).getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: '删除' })).toContainText('1 名成员')
})

test('删除 asks first and names the role', async ({ page, api }) => {
  const roleName = newName()
  await api.call(roles.add, { roleName, codes: [] })
  await open(page, `${list}?paramValue=${encodeURIComponent(roleName)}`)
  await row(page, roleName).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(page.getByRole('dialog')).toContainText(`删除角色“${roleName}”？`)
  await confirm(page, '删除角色')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
})

test('codes that the operator does not hold are shown, closed, with the reason', async ({
  page,
  browser,
  api,
}) => {
  const roleName = newName()
  const { roleId } = await api.call(roles.add, { roleName, codes: ['system', 'system:role', 'device'] })
  const person = await newPerson(api)
  await give(api, person, roleId)
  const theirs = await anotherBrowser(browser, person.api)
  await open(theirs, list)
  await theirs.getByRole('button', { name: '新增角色' }).click()
  const form = theirs.getByRole('dialog', { name: '新增角色' })
  const devices = form.getByRole('list', { name: '设备管理' })
  await expect(devices.getByRole('checkbox', { name: '进入菜单' })).toBeEnabled()
  await expect(devices.getByRole('checkbox', { name: /设备列表.*您没有此权限/ })).toBeDisabled()
  await expect(form.getByRole('checkbox', { name: /^财务管理/ })).toBeDisabled()
  await theirs.context().close()
  await page.close()
})

test('角色详情: what it allows, and who holds it', async ({ page, api }) => {
  const roleName = newName()
  const { roleId } = await api.call(roles.add, { roleName, codes: ['organ:school'], note: '看驾校' })
  const person = await newPerson(api)
  await give(api, person, roleId)
  await open(page, `${list}?paramValue=${encodeURIComponent(roleName)}`)
  await row(page, roleName).getByRole('link', { name: roleName }).click()
  await expect(page).toHaveURL(`/system/roleDetail?roleId=${roleId}`)
  const { pane, breadcrumb } = shell(page)
  await expect(pane.getByRole('heading', { name: roleName, level: 1 })).toBeVisible()
  await expect(breadcrumb).toContainText(roleName)
  await expect(pane.getByRole('region', { name: '权限' })).toContainText('驾校管理')
  await expect(pane.getByRole('region', { name: '拥有此角色的成员' }).first()).toContainText(person.account)
})

test('a change counts on the holder’s next request, and their open browser follows without a sign-in', async ({
  page,
  browser,
  api,
}) => {
  const roleName = newName()
  const { roleId } = await api.call(roles.add, { roleName, codes: [] })
  const person = await newPerson(api)
  await give(api, person, roleId)
  const theirs = await anotherBrowser(browser, person.api)
  await open(theirs, '/home')
  await expect(shell(theirs).menu.getByText('驾校管理')).toHaveCount(0)
  await open(page, `${list}?paramValue=${encodeURIComponent(roleName)}`)
  await row(page, roleName).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: `编辑角色 ${roleName}` })
  await form.getByRole('list', { name: '机构管理' }).getByRole('checkbox', { name: '驾校管理' }).check()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  expect((await person.api.call(account.me)).permissions).toEqual(['organ:school'])
  await expect(shell(theirs).menu.getByText('机构管理')).toBeVisible()
  await waitUntilSettled(theirs)
  await theirs.context().close()
})

async function give(
  api: import('../support/api.ts').Api,
  person: { userId: number; organId: number; name: string },
  roleId: number,
) {
  await api.call(members.modify, {
    userId: person.userId,
    userName: person.name,
    organId: person.organId,
    belongOrganIds: [person.organId],
    roleIds: [roleId],
  })
}
