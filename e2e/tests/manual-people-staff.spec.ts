import { factors, account as own, roles, workOrders } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { Api } from '../support/api.ts'
import { newDevice, newOrder, newPlace, newSn } from '../support/devices.ts'
import { confirm, row, rows, search } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { newPerson, ownPassword } from '../support/people.ts'
import { choicesOf, pickByName } from '../support/pickers.ts'
import { fromMenu, open, openPart, shell } from '../support/shell.ts'
import { attest, changeFirstPassword, giveAccount, signInPage, takeSecret } from '../support/signIn.ts'
import { task } from '../support/task.ts'
import { newTechnician } from '../support/technicians.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

test.describe.configure({ timeout: patience(90_000) })

task('new-colleague', 'admin', async ({ page, api, browser, step }) => {
  const place = await newPlace(api)
  const mark = newSn().slice(4).replaceAll('-', '')
  const [roleName, account, name] = [`维修${mark}`, `fix${mark}`, `新同事${mark}`]
  await api.call(roles.add, { roleName, codes: ['ops', 'ops:handle'] })
  const successor = await newTechnician(api, place)
  const { pane } = shell(page)
  let firstPassword = ''
  await open(page, '/home')

  await step(
    '打开「角色管理」，点一个角色的名称，看「权限」里有没有他要做的事。都不合适的，点「新增角色」。',
    async () => {
      await fromMenu(page, '角色管理', '系统管理')
      await expect(pane.getByRole('button', { name: '新增角色' })).toBeVisible()
      await search(page, '角色', roleName)
      await row(page, roleName).getByRole('link', { name: roleName }).click()
      await expect(pane.getByRole('region', { name: '权限' })).toContainText('处理工单')
    },
  )
  await step(
    '打开「成员管理」，点「新增成员」，填「账号」「名称」，选「所属机构」「管理机构」「角色」，在表单底部点「新增成员」。',
    async () => {
      await fromMenu(page, '成员管理', '系统管理')
      await pane.getByRole('button', { name: '新增成员' }).click()
      const form = page.getByRole('dialog', { name: '新增成员' })
      await form.getByLabel('账号').fill(account)
      await form.getByLabel('名称').fill(name)
      await pickByName(page, form.getByLabel('所属机构', { exact: true }), place.organName)
      await pickByName(page, form.getByLabel('管理机构', { exact: true }), place.organName)
      await form.locator('.ant-drawer-title').click()
      await pickByName(page, form.getByLabel('角色', { exact: true }), `${roleName}（平台）`)
      await form.locator('.ant-drawer-title').click()
      await form.getByRole('button', { name: '新增成员' }).click()
    },
  )
  await step('把初始密码抄下来当面交给他，点「已保存，关闭」。', async () => {
    firstPassword = await takeSecret(page.getByRole('dialog', { name: `账号 ${account} 的初始密码` }))
  })
  await step(
    '修设备的，打开「运维人员」，点「添加运维人员」，选「运维人员」和「负责机构」，在表单底部点「添加运维人员」。',
    async () => {
      await fromMenu(page, '运维人员', '运维管理')
      await pane.getByRole('button', { name: '添加运维人员' }).click()
      const form = page.getByRole('dialog', { name: '添加运维人员' })
      const who = form.getByRole('combobox', { name: '运维人员' })
      await who.click()
      await who.fill(name)
      await (await choicesOf(page, who)).getByText(name).first().click()
      await pickByName(page, form.getByLabel('负责机构', { exact: true }), place.organName)
      await form.locator('.ant-drawer-title').click()
      await form.getByRole('button', { name: '添加运维人员' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  const theirs = await signInPage(browser)
  await step(
    '新同事：填「账号」「密码」，点「登录」，再填「旧密码」「新密码」「确认密码」，点「提交」。',
    async () => {
      await giveAccount(theirs, account, firstPassword)
      await changeFirstPassword(theirs, firstPassword)
    },
  )
  await step('新同事：看左边的菜单：只有自己的角色能打开的页面。', async () => {
    const { menu } = shell(theirs)
    await expect(menu.getByText('运维管理', { exact: true })).toBeVisible()
    await expect(menu.getByText('系统管理', { exact: true })).toHaveCount(0)
  })

  // What is in hand on the last day.
  const newcomer = await Api.signIn(account, ownPassword)
  const device = await newDevice(api, { place })
  const { orderId } = await newOrder(api, device.simulatorId)
  const { userId: assigneeId } = await newcomer.call(own.me)
  await api.call(workOrders.dispatch, { orderId, assigneeId })
  await newcomer.call(workOrders.accept, { orderId })

  await step('修设备的，打开「运维人员」，在他那一行点「编辑」，关掉「在岗」，点「保存」。', async () => {
    await fromMenu(page, '运维人员', '运维管理')
    await search(page, '人员', account)
    await row(page, name).getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog', { name: `编辑运维人员 ${name}` })
    await form.getByRole('switch', { name: '在岗' }).click()
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, name)).toContainText('停用')
  })
  await step(
    '打开「工单管理」，在他正在处理的工单那一行点「改派」，选接手的人，填「原因」，在表单底部点「改派」。',
    async () => {
      await fromMenu(page, '工单管理', '运维管理')
      await search(page, '工单', device.sn)
      const order = row(page, device.name)
      await expect(order).toContainText(name)
      await order.getByRole('button', { name: '改派' }).click()
      const form = page.getByRole('dialog', { name: /^改派 WO/ })
      await form.getByRole('radio', { name: successor.name }).check()
      await form.getByLabel('原因').fill('同事离职')
      await form.getByRole('button', { name: /^改\s*派$/ }).click()
      await expect(form).toHaveCount(0)
      await expect(order).toContainText('待接单')
    },
  )
  await step('打开「成员管理」，在他那一行点「停用」，再点「停用成员」。', async () => {
    await fromMenu(page, '成员管理', '系统管理')
    await search(page, '成员', account)
    await row(page, account)
      .getByRole('button', { name: /^停\s*用$/ })
      .click()
    await confirm(page, '停用成员')
    await expect(row(page, account).getByRole('button', { name: /^启\s*用$/ })).toBeVisible()
    await expect(theirs).toHaveURL(/\/login/)
    await expect(Api.signIn(account, ownPassword)).rejects.toThrow()
  })
  await step(
    '打开「开放接口」，逐个看「事件推送」「群机器人」「定时报表」里有没有他名下的，有的请接手的人另建。',
    async () => {
      await fromMenu(page, '开放接口', '系统管理')
      for (const part of ['事件推送', '群机器人', '定时报表']) {
        await openPart(page, part)
        await expect(rows(page).filter({ hasText: name })).toHaveCount(0)
      }
    },
  )
  await theirs.context().close()
})

const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + later * 30_000,
  })

/** Opens 账号安全 and adds an app that shows codes. */
async function addTotp(page: Page): Promise<void> {
  await page.getByRole('button', { name: '个人中心', exact: true }).click()
  await shell(page).dialog('个人中心').getByRole('button', { name: '账号安全' }).click()
  await page.getByRole('button', { name: '添加动态验证码' }).click()
  const form = shell(page).dialog('添加动态验证码')
  const secret = (await form.getByTestId('totp-secret').textContent()) ?? ''
  await form.getByLabel('应用现在显示的 6 位验证码').fill(codeOf(secret))
  await form.getByRole('button', { name: '验证并添加' }).click()
  await expect(form).toHaveCount(0)
}

/** Makes codes for the day that the phone is lost, in the dialog that is open. */
async function keepRecoveryCodes(page: Page): Promise<void> {
  const codes = shell(page).dialog('恢复码')
  await codes.getByRole('button', { name: '生成恢复码' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByLabel('我已妥善保存').check()
  await codes.getByRole('button', { name: /^完\s*成$/ }).click()
  await expect(page.getByText('还剩 10 个')).toBeVisible()
}

/** Somebody who can do harm, with an app and recovery codes; and an administrator who did not make them. */
async function given(api: Api) {
  const place = await newPlace(api)
  const mark = newSn().slice(4)
  const { roleId } = await api.call(roles.add, {
    roleName: `财务${mark}`,
    codes: ['finance', 'finance:edit'],
  })
  const person = await newPerson(api, { place, roleIds: [roleId] })
  const { challenge, setupKey } = await person.api.call(factors.beginTotp)
  await person.api.call(factors.addTotp, { challenge, name: '旧手机', code: codeOf(setupKey, -1) })
  const { codes } = await person.api.call(factors.renewRecoveryCodes)
  const keeping = await api.call(roles.add, {
    roleName: `管理${mark}`,
    codes: ['finance', 'finance:edit', 'system', 'system:user', 'system:security'],
  })
  const keeper = await newPerson(api, { place, roleIds: [keeping.roleId] })
  await attest(keeper.account)
  return { person, keeper, codes }
}

task('lost-phone', 'admin', async ({ page, api, browser, step }) => {
  const { person, keeper, codes } = await given(api)
  const theirs = await signInPage(browser)
  await step(
    '本人：填「账号」「密码」，点「登录」，点「改用恢复码」，填一个「恢复码」，点「验证」。',
    async () => {
      await giveAccount(theirs, person.account, ownPassword)
      await theirs.getByRole('button', { name: '改用恢复码' }).click()
      await theirs.getByLabel('恢复码').fill(codes[0] ?? '')
      await theirs.getByRole('button', { name: '验证', exact: true }).click()
      await expect(theirs).toHaveURL(/\/home$/)
    },
  )
  await step(
    '本人：打开「个人中心」，点「账号安全」，点「添加动态验证码」，用新手机扫码，填应用显示的验证码，点「验证并添加」。',
    () => addTotp(theirs),
  )
  await step('本人：在丢了的那部手机那一行点「删除」，再点「删除验证方式」。', async () => {
    await theirs.getByRole('button', { name: '删除 旧手机' }).click()
    await confirm(theirs, '删除验证方式')
    await expect(theirs.getByRole('button', { name: '删除 旧手机' })).toHaveCount(0)
  })
  await step(
    '本人：点「重新生成」，再点「生成恢复码」，存到手机以外的地方，勾选「我已妥善保存」，点「完成」。',
    async () => {
      await theirs.getByRole('button', { name: '重新生成' }).click()
      await keepRecoveryCodes(theirs)
    },
  )

  const { pane } = shell(page)
  await open(page, '/home')
  await step(
    '管理员：当面确认是他本人。打开「成员管理」，在他那一行点「更多」，再点「重置两步验证」。',
    async () => {
      await fromMenu(page, '成员管理', '系统管理')
      await search(page, '成员', person.account)
      await row(page, person.account).getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '重置两步验证' }).click()
    },
  )
  await step('管理员：选「核实方式」，填「重置原因」，在表单底部点「重置两步验证」。', async () => {
    const form = shell(page).dialog(`重置“${person.name}”的两步验证`)
    await form.getByRole('combobox', { name: '核实方式' }).click()
    await page.getByTitle('当面核实', { exact: true }).click()
    await form.getByLabel('重置原因').fill('手机丢失，恢复码也不在')
    await form.getByRole('button', { name: '重置两步验证' }).click()
    await expect(page.getByText('已提交，须由另一名管理员批准')).toBeVisible()
    await expect(pane).toBeVisible()
  })
  const second = await anotherBrowser(browser, keeper.api)
  await open(second, '/home')
  await step('另一名管理员：打开「安全设置」，再向本人确认一次，点「批准」，再点「批准重置」。', async () => {
    await fromMenu(second, '安全设置', '系统管理')
    await shell(second)
      .pane.getByRole('region', { name: /^待批准的两步验证重置/ })
      .getByRole('listitem')
      .filter({ hasText: person.account })
      .getByRole('button', { name: /^批\s*准$/ })
      .click()
    await confirm(second, '批准重置')
  })
  let firstPassword = ''
  await step('另一名管理员：把初始密码抄下来当面交给本人，点「已保存，关闭」。', async () => {
    const shown = shell(second).dialog(`账号 ${person.account} 的初始密码`)
    firstPassword = await takeSecret(shown)
  })
  await step('本人：用初始密码登录，填「旧密码」「新密码」「确认密码」，点「提交」。', async () => {
    await expect(theirs).toHaveURL(/\/login/)
    await giveAccount(theirs, person.account, firstPassword)
    await changeFirstPassword(theirs, firstPassword)
  })
  await step(
    '本人：打开「个人中心」，点「账号安全」，点「添加动态验证码」，照第 2 步和第 4 步做完。',
    async () => {
      await addTotp(theirs)
      await keepRecoveryCodes(theirs)
    },
  )
  await theirs.context().close()
  await second.context().close()
})
