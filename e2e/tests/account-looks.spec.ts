import { members } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { testLooks } from '../support/look.ts'
import { announce } from '../support/people.ts'
import { open, shell } from '../support/shell.ts'
import { expect } from '../support/test.ts'

const centre = (page: Page) => shell(page).dialog('个人中心')

async function me(api: Api): Promise<number> {
  const { dataList } = await api.call(members.list, { paramValue: 'admin' })
  const found = dataList.find(({ userAccount }) => userAccount === 'admin')
  if (!found) throw new Error('nobody is called admin')
  return found.userId
}

async function openCentre(page: Page, button: string) {
  await open(page, '/home')
  await page.getByRole('button', { name: '个人中心', exact: true }).click()
  await centre(page).getByRole('button', { name: button }).click()
}

/** Each dialog and page of one's own account, and the way there. */
testLooks([
  {
    name: 'centre',
    template: true,
    async go(page) {
      await open(page, '/home')
      await page.getByRole('button', { name: '个人中心', exact: true }).click()
      await expect(centre(page).getByRole('region', { name: '登录设备' }).getByText('本机')).toBeVisible()
    },
  },
  {
    name: 'centre-password',
    async go(page) {
      await openCentre(page, '修改密码')
      await centre(page).getByRole('button', { name: '提交' }).click()
    },
  },
  { name: 'centre-profile', go: page => openCentre(page, '编辑个人信息') },
  {
    name: 'centre-notices',
    template: true,
    async go(page) {
      await openCentre(page, '通知选项配置')
      await centre(page).getByRole('switch').first().click()
      await expect(centre(page).getByText('已修改')).toBeVisible()
    },
  },
  {
    name: 'centre-ignored',
    async go(page) {
      await openCentre(page, '通知选项配置')
      await centre(page).getByRole('button', { name: '查看详细' }).first().click()
      await expect(shell(page).dialog('忽略设备详情')).toBeVisible()
    },
    next: {
      name: 'centre-picker',
      async go(page) {
        await shell(page).dialog('忽略设备详情').getByRole('button', { name: '添加忽略设备' }).click()
        await shell(page).dialog('添加忽略设备').getByRole('checkbox').nth(2).check()
      },
    },
  },
  {
    name: 'systemMessages',
    async go(page) {
      await open(page, '/home')
      await page.getByRole('button', { name: /^系统信息/ }).click()
      await expect(shell(page).dialog('系统信息').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'message_page',
    template: true,
    async go(page, api) {
      await open(page, '/message')
      // Its mark in the frame is looked at too, whatever the hour has sent.
      await announce(api, await me(api), '未读的通知')
      await expect(page.getByRole('button', { name: /^系统信息，.+未读/ })).toBeVisible()
      await page.getByRole('button', { name: /^已读消息/ }).click()
      await page.getByRole('region', { name: '已读消息' }).getByRole('button').first().click()
    },
  },
])
