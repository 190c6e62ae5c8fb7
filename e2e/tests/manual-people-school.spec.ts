import { courses, organisations } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { newSn } from '../support/devices.ts'
import { rows, search } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { pickByName } from '../support/pickers.ts'
import { fromMenu, open, shell } from '../support/shell.ts'
import { changeFirstPassword, giveAccount, signInPage, takeSecret } from '../support/signIn.ts'
import { task } from '../support/task.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ timeout: patience(90_000) })

task('new-school', 'admin', async ({ page, api, browser, step }) => {
  const mark = newSn().slice(4).replaceAll('-', '')
  const [school, role, account] = [`新驾校${mark}`, `前台${mark}`, `front${mark}`]
  const { pane } = shell(page)
  const setup = pane.getByRole('region', { name: '开通步骤' })
  let firstPassword = ''

  await open(page, '/home')
  await step(
    '打开「驾校管理」，点「新增驾校」，填「名称」「所在地区」，在表单底部点「新增驾校」。',
    async () => {
      await fromMenu(page, '驾校管理', '机构管理')
      await pane.getByRole('button', { name: '新增驾校' }).click()
      const form = page.getByRole('dialog', { name: '新增驾校' })
      await form.getByLabel('名称').fill(school)
      await form.getByLabel('所在地区').click()
      await page.getByRole('menuitemcheckbox', { name: '广东省' }).click()
      await page.getByRole('menuitemcheckbox', { name: '珠海市' }).click()
      await form.getByRole('button', { name: '新增驾校' }).click()
    },
  )
  await step(
    '点提示里的「查看」，打开驾校详情。「开通步骤」列出还差的五步，从上往下做，表单里驾校已经填好。',
    async () => {
      await page.locator('.ant-message').getByRole('link', { name: '查看' }).click()
      await expect(pane.getByRole('heading', { name: school, level: 1 })).toBeVisible()
      await expect(setup).toContainText('已完成 0 / 5 步')
    },
  )
  await step(
    '点「新增教室」，填「教室名称」「座位数」，核对「开门时间」「关门时间」，在表单底部点「新增教室」。',
    async () => {
      await setup.getByRole('button', { name: '新增教室' }).click()
      const form = page.getByRole('dialog', { name: '新增教室' })
      await form.getByLabel('教室名称').fill('一号教室')
      await form.getByLabel('座位数').fill('4')
      for (const time of ['开门时间', '关门时间'])
        await expect(form.getByLabel(time)).toHaveValue(/^\d\d:\d\d$/)
      await form.getByRole('button', { name: '新增教室' }).click()
      await expect(setup).toContainText('1 间教室')
    },
  )
  await step(
    '点「新增设备」，填「设备名称」「设备编号」，在表单底部点「新增设备」。点「复制密钥」，填进设备，再点「已保存，关闭」。',
    async () => {
      await setup.getByRole('button', { name: '新增设备' }).click()
      const form = page.getByRole('dialog', { name: '新增设备' })
      await expect(form).toContainText(school)
      await form.getByLabel('设备名称').fill('一号机')
      await form.getByLabel('设备编号').fill(newSn())
      await expect(form).toContainText('一号教室')
      await form.getByRole('button', { name: '新增设备' }).click()
      const shown = page.getByRole('dialog', { name: /的密钥$/ })
      await shown.getByRole('button', { name: '复制密钥' }).click()
      await takeSecret(shown)
      await expect(setup).toContainText('1 台设备')
    },
  )
  await step(
    '打开「角色管理」，点「新增角色」，填「角色名称」，在「所属驾校」选这所驾校，勾选「编辑学员」和「编辑订单」，在表单底部点「新增角色」。',
    async () => {
      await fromMenu(page, '角色管理', '系统管理')
      await pane.getByRole('button', { name: '新增角色' }).click()
      const form = page.getByRole('dialog', { name: '新增角色' })
      await form.getByLabel('角色名称').fill(role)
      await pickByName(page, form.getByLabel('所属驾校'), school)
      for (const code of ['编辑学员', '编辑订单']) await form.getByRole('checkbox', { name: code }).check()
      await form.getByRole('button', { name: '新增角色' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step(
    '回到驾校详情，点「新增成员」，填「账号」「名称」，在「角色」选刚才的角色，在表单底部点「新增成员」。把初始密码抄下来当面交给本人，点「已保存，关闭」。',
    async () => {
      await shell(page).tab(school).click()
      await setup.getByRole('button', { name: '新增成员' }).click()
      const form = page.getByRole('dialog', { name: '新增成员' })
      await form.getByLabel('账号').fill(account)
      await form.getByLabel('名称').fill('前台小何')
      await pickByName(page, form.getByLabel('角色', { exact: true }), `${role}（${school}）`)
      await form.locator('.ant-drawer-title').click()
      await form.getByRole('button', { name: '新增成员' }).click()
      firstPassword = await takeSecret(page.getByRole('dialog', { name: `账号 ${account} 的初始密码` }))
      await expect(setup).toContainText('1 名成员')
    },
  )
  await step('点「配置课程」，在要卖的课程那里点「上架」，再点「保存课程配置」。', async () => {
    const schools = await api.call(organisations.schools, {})
    const schoolId = schools.find(({ name }) => name === school)?.organizationId ?? 0
    const all = await api.call(courses.ofSchool, { schoolId })
    const course = all.find(
      ({ gearType, coursePrice, floorPrice }) => gearType === 'C1' && coursePrice >= floorPrice,
    )
    await setup.getByRole('button', { name: '配置课程' }).click()
    await pane
      .getByRole('list', { name: '未上架课程' })
      .getByRole('listitem')
      .filter({ hasText: 'C1' })
      .filter({ has: page.getByText(course?.courseName ?? '', { exact: true }) })
      .getByRole('button', { name: /^上\s*架$/ })
      .click()
    await pane.getByRole('button', { name: '保存课程配置' }).click()
    await expect(shell(page).toast('课程配置已保存')).toBeVisible()
  })
  await step(
    '回到驾校详情，点「新增合同」，填「平台分成比例」「开始日期」「结束日期」「约定押金」「线下代收上限」，在表单底部点「新增合同」。',
    async () => {
      await shell(page).tab(school).click()
      await setup.getByRole('button', { name: '新增合同' }).click()
      const form = page.getByRole('dialog', { name: '新增合同' })
      await form.getByLabel('平台分成比例').fill('30')
      await form.getByLabel('约定押金').fill('20000')
      await form.getByLabel('线下代收上限').fill('100000')
      const today = businessDayOf(Date.now())
      for (const [field, day] of [
        ['开始日期', today],
        ['结束日期', addDays(today, 700)],
      ] as const) {
        await form.getByLabel(field).fill(day)
        await form.getByLabel(field).press('Tab')
      }
      await form.getByRole('button', { name: '新增合同' }).click()
      await expect(rows(page)).toContainText('平台分成 30%')
    },
  )
  await step('看驾校详情：「开通步骤」没有了，就开通好了。', async () => {
    await expect(setup).toHaveCount(0)
  })

  const theirs = await signInPage(browser)
  await step('驾校：用初始密码登录，填「旧密码」「新密码」「确认密码」，点「提交」。', async () => {
    await giveAccount(theirs, account, firstPassword)
    await changeFirstPassword(theirs, firstPassword)
  })
  await step('驾校：在首页点「办理」，给第一名学员「报名」「收款」「下单」。', async () => {
    await shell(theirs).pane.getByRole('link', { name: '办理' }).click()
    const sheet = shell(theirs).dialog('办理')
    await sheet.getByLabel('姓名').fill(`头一名${mark}`)
    await sheet.getByLabel('手机号').fill('13812340001')
    await sheet.getByText('C1 手动挡', { exact: true }).click()
    await sheet.getByRole('button', { name: /^报\s*名$/ }).click()
    const part = (name: string) => sheet.getByRole('region', { name, exact: true })
    // The only course that is sold fills it in.
    await expect(part('付款').getByLabel('实收金额')).not.toHaveValue('')
    await part('付款')
      .getByRole('button', { name: /^收\s*款$/ })
      .click()
    await part('课程')
      .getByRole('button', { name: /^下\s*单$/ })
      .click()
    await expect(part('收据').getByRole('button', { name: '打印收据' })).toBeVisible()
    await sheet.getByRole('button', { name: '关闭', exact: true }).click()
    await fromMenu(theirs, '课程订单', '订单管理')
    await search(theirs, '单号或学员', `头一名${mark}`)
    await expect(rows(theirs)).toContainText('已支付')
  })
  await theirs.context().close()
})
