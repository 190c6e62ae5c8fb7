import { members, roles } from '@drivesim/contract'
import { formOver, pageAt, testLooks } from '../support/look.ts'
import { newMember } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect } from '../support/test.ts'

testLooks([
  pageAt('roleManagement', '/system/roleManagement', formOver('roleForm', '新增角色')),
  {
    name: 'roleDetail',
    async go(page, api) {
      const { dataList } = await api.call(roles.list, {})
      await open(page, `/system/roleDetail?roleId=${dataList[1]?.roleId}`)
    },
  },
  pageAt('memberManagement', '/system/memberManagement', formOver('memberForm', '新增成员')),
  {
    name: 'memberDetail',
    async go(page, api) {
      const { dataList } = await api.call(members.list, { paramValue: 'admin' })
      await open(page, `/system/memberDetail?userId=${dataList[0]?.userId}`)
    },
  },
  pageAt('sendManagement', '/system/sendManagement', formOver('pushForm', '新增推送')),
  {
    name: 'pushPreview',
    async go(page) {
      await open(page, '/system/sendManagement')
      await shell(page).pane.locator('.ui-open').first().click()
      await expect(page.getByRole('article', { name: '内容预览' })).toBeVisible()
    },
  },
  pageAt('outbox', '/system/sendManagement?tab=outbox'),
  pageAt('operationLog', '/system/operationLog'),
  pageAt('securityLog', '/system/operationLog?tab=security'),
  {
    name: 'operationDetail',
    async go(page, api) {
      await newMember(api)
      await open(page, '/system/operationLog')
      await page.getByRole('button', { name: '查看变更' }).first().click()
      await waitUntilSettled(page)
    },
  },
  pageAt('clientErrors', '/system/clientErrors'),
])
