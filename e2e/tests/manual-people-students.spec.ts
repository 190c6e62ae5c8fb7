import { orders, organisations, roles, students } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { newSn } from '../support/devices.ts'
import { row, rows, search } from '../support/lists.ts'
import { patience } from '../support/pace.ts'
import { newPerson } from '../support/people.ts'
import { pickByName } from '../support/pickers.ts'
import { fromMenu, open, openPart, shell } from '../support/shell.ts'
import { newShop, newStudent } from '../support/shop.ts'
import { attest } from '../support/signIn.ts'
import { task } from '../support/task.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'
import { cellsIn, workbook } from '../support/workbook.ts'

test.describe.configure({ timeout: patience(90_000) })

/** What the browser saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await press()
  const { readFile } = await import('node:fs/promises')
  return readFile(await (await saving).path())
}

task('import-students', 'admin', async ({ page, api, step }) => {
  const mark = newSn().slice(4).replaceAll('-', '')
  const school = `导入驾校${mark}`
  const { organizationId: schoolId } = await api.call(organisations.addSchool, {
    name: school,
    provinceId: '440000',
    cityId: '440100',
  })
  const { pane } = shell(page)
  const wizard = page.getByRole('dialog', { name: '导入学员' })
  const choose = async (name: string, buffer: Buffer) => {
    await pickByName(page, wizard.getByRole('combobox', { name: '导入到驾校' }), school)
    const choosing = page.waitForEvent('filechooser')
    await wizard.getByText('点击选择文件，或拖到这里').click()
    await (await choosing).setFiles({ name, mimeType: '', buffer })
  }
  let cells: string[][] = []
  let mended = ''

  await open(page, '/home')
  await step('打开「学员列表」，点「导入学员」，再点「下载模板」。', async () => {
    await fromMenu(page, '学员列表', '学员管理')
    await pane.getByRole('button', { name: '导入学员' }).click()
    cells = cellsIn(await saved(page, () => wizard.getByRole('button', { name: '下载模板' }).click()))
    expect(cells[0]).toEqual(['姓名', '手机号', '身份证号', '驾照类型', '标签', '教练'])
  })
  await step('用 Excel 打开模板，一行填一名学员，填好后保存。示例那一行留着也可以。', async () => {
    const line = (name: string, phone: string) => [`${name}${mark}`, phone, '', 'C1', '', '']
    cells.push(line('甲', '13800000001'), line('乙', '1380000'), line('丙', '13800000003'))
  })
  await step(
    '选「导入到驾校」，点「点击选择文件，或拖到这里」选这个文件。系统先检查，不会马上导入。',
    async () => {
      await choose('新学员.xlsx', workbook(cells))
      await expect(wizard.getByText('2 名可以导入，1 行没有通过检查')).toBeVisible()
      expect((await api.call(students.list, { schoolId })).totalDataNum).toBe(0)
    },
  )
  await step('看没有通过的行：每一行写着行号和原因。', async () => {
    await expect(wizard.getByRole('row', { name: `4 乙${mark}` })).toContainText('手机号格式不正确')
  })
  await step('选只导入没有问题的那一项，点导入的按钮。', async () => {
    await wizard.getByText('只导入没有问题的 2 名').click()
    await wizard.getByRole('button', { name: '导入 2 名学员' }).click()
    await expect(wizard.locator('.ant-alert-success')).toContainText('已导入 2 名学员')
  })
  await step('点「下载未通过的行」，在这个文件里照原因改好，存盘。', async () => {
    const refused = await saved(page, () => wizard.getByRole('button', { name: '下载未通过的行' }).click())
    expect(refused.toString()).toContain('手机号格式不正确')
    mended = refused.toString().replace('1380000,', '13800000002,')
  })
  await step('点「再导入一个文件」，选「导入到驾校」，再选改好的文件。', async () => {
    await wizard.getByRole('button', { name: '再导入一个文件' }).click()
    await choose('未通过-新学员.csv', Buffer.from(mended))
  })
  await step('全部通过后点导入的按钮。', async () => {
    await expect(wizard.getByText('1 名学员都可以导入')).toBeVisible()
    await wizard.getByRole('button', { name: '导入 1 名学员' }).click()
    await expect(wizard.locator('.ant-alert-success')).toContainText('已导入 1 名学员')
  })
  await step('关上窗口，在列表里看新来的学员。', async () => {
    await wizard.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(wizard).toHaveCount(0)
    for (const name of ['甲', '乙', '丙']) {
      await search(page, '学员', `${name}${mark}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, `${name}${mark}`)).toContainText('学习中')
    }
  })
})

task('erase-a-person', 'admin', async ({ page, api, browser, step }) => {
  const shop = await newShop(api)
  const { clerk, organId, organName } = shop
  const { roleId } = await api.call(roles.add, {
    roleName: `个人信息${newSn().slice(4)}`,
    codes: ['system', 'system:privacy'],
  })
  const keeper = await newPerson(api, { place: { organId, organName }, roleIds: [roleId] })
  await attest(keeper.account)
  const { userId, userName } = await newStudent(shop)
  const { orderId } = await clerk.api.call(orders.rechargeOffline, { studentId: userId, amount: 30_000 })
  const { pane } = shell(page)
  await open(page, '/home')

  await step(
    '打开「个人信息保护」，点「查找学员」，填他的完整姓名、手机号或身份证号，点「查询」，看「未办结」还有什么。',
    async () => {
      await fromMenu(page, '个人信息保护', '系统管理')
      await openPart(page, '查找学员')
      await search(page, '学员', userName)
      await expect(row(page, userName)).toContainText('未结束的学籍、余额')
    },
  )
  await step('点他的姓名。有余额和剩余时长的，照学员退款退清。', async () => {
    await row(page, userName).getByRole('link', { name: userName }).click()
    const balance = pane.getByRole('region', { name: '余额' })
    await expect(balance).toContainText('现金¥300.00')
    await clerk.api.call(orders.refundRecharge, { orderId, amount: 30_000, method: 'cash', reason: '注销' })
    await expect(balance).toContainText('余额¥0.00')
  })
  await step('在学员详情点「更多」，再点「退学」，看清后再点「退学」。', async () => {
    await pane.getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '退学' }).click()
    await shell(page)
      .dialog(`退学“${userName}”？`)
      .getByRole('button', { name: /^退\s*学$/ })
      .click()
    await expect(pane.getByText('已退学').first()).toBeVisible()
  })
  await step(
    '回到「个人信息保护」，再点「查询」，「未办结」空了。他要留一份的，点「导出个人信息」，填「查看原因」，点「导出」，打印后交给他。',
    async () => {
      await shell(page).tab('个人信息保护').click()
      await search(page, '学员', userName)
      await expect(row(page, userName)).not.toContainText(/余额|未结束的学籍/)
      await row(page, userName).getByRole('button', { name: '导出个人信息' }).click()
      const form = shell(page).dialog(`导出“${userName}”的个人信息`)
      await form.getByLabel('查看原因').fill('本人到校要求留一份')
      await form.getByRole('button', { name: /^导\s*出$/ }).click()
      const copy = shell(page).dialog(`${userName} 的个人信息`)
      await copy.getByRole('button', { name: /打\s*印$/ }).click()
      await copy
        .getByRole('button', { name: /^关\s*闭$/ })
        .last()
        .click()
      await expect(copy).toHaveCount(0)
    },
  )
  await step(
    '在他那一行点「更多」，再点「申请删除」，选「核实方式」，填「请求内容」，点「提交申请」。',
    async () => {
      await row(page, userName).getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '申请删除' }).click()
      const form = shell(page).dialog(`申请删除“${userName}”的个人信息`)
      await form.getByRole('combobox', { name: '核实方式' }).click()
      await page.getByTitle('当面核实', { exact: true }).click()
      await form.getByLabel('请求内容').fill('本人到校要求注销')
      await form.getByRole('button', { name: '提交申请' }).click()
      await expect(page.getByText('已提交，须由另一人批准')).toBeVisible()
    },
  )
  const second = await anotherBrowser(browser, keeper.api)
  await open(second, '/home')
  await step(
    '另一人：打开「个人信息保护」，在这一条请求点「批准删除」，填「办理结果」，在表单底部点「批准删除」。',
    async () => {
      await fromMenu(second, '个人信息保护', '系统管理')
      await row(second, userName).getByRole('button', { name: '批准删除' }).click()
      const form = shell(second).dialog(`批准删除“${userName}”的删除请求`)
      await form.getByLabel('办理结果').fill('已删除，已当面告知本人')
      await form.getByRole('button', { name: '批准删除' }).click()
      await expect(form).toHaveCount(0)
    },
  )
  await step('另一人：点「查找学员」，用原来的姓名再查一次：查不到了。把结果告诉学员。', async () => {
    await openPart(second, '查找学员')
    await search(second, '学员', userName)
    await expect(shell(second).pane.getByText('没有符合条件的数据')).toBeVisible()
    expect((await clerk.api.call(students.list, { paramValue: userName })).totalDataNum).toBe(0)
  })
  await second.context().close()
})
