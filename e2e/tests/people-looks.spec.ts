import { members, roles } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { looks } from '../support/look.ts'
import { newMember } from '../support/people.ts'
import { open, settled, shell } from '../support/shell.ts'
import { expect } from '../support/test.ts'

/** Opens the page and presses the button whose drawer is looked at. */
const form = (path: string, button: string) => async (page: Page) => {
  await open(page, path)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog', { name: button })).toBeVisible()
}

looks([
  { name: 'roleManagement', go: page => open(page, '/system/roleManagement') },
  { name: 'roleForm', go: form('/system/roleManagement', '新增角色') },
  {
    name: 'roleDetail',
    async go(page, api) {
      const { dataList } = await api.call(roles.list, {})
      await open(page, `/system/roleDetail?roleId=${dataList[1]?.roleId}`)
    },
  },
  { name: 'memberManagement', go: page => open(page, '/system/memberManagement') },
  { name: 'memberForm', go: form('/system/memberManagement', '新增成员') },
  {
    name: 'memberDetail',
    async go(page, api) {
      const { dataList } = await api.call(members.list, { paramValue: 'admin' })
      await open(page, `/system/memberDetail?userId=${dataList[0]?.userId}`)
    },
  },
  { name: 'sendManagement', go: page => open(page, '/system/sendManagement') },
  { name: 'pushForm', go: form('/system/sendManagement', '新增推送') },
  {
    name: 'pushPreview',
    async go(page) {
      await open(page, '/system/sendManagement')
      await shell(page).pane.locator('.push-open').first().click()
      await expect(page.getByRole('article', { name: '内容预览' })).toBeVisible()
    },
  },
  { name: 'outbox', go: page => open(page, '/system/sendManagement?tab=outbox') },
  { name: 'operationLog', go: page => open(page, '/system/operationLog') },
  {
    name: 'operationDetail',
    async go(page, api) {
      await newMember(api)
      await open(page, '/system/operationLog')
      await page.getByRole('button', { name: '查看变更' }).first().click()
      await settled(page)
    },
  },
  { name: 'clientErrors', go: page => open(page, '/system/clientErrors') },
])
