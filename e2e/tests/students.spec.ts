import { EventEmitter, once } from 'node:events'
import { devices, organisations, students } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { row, rows } from '../support/lists.ts'
import { testLooks } from '../support/look.ts'
import { nextReply } from '../support/network.ts'
import { patience } from '../support/pace.ts'
import { pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'
import { workbook } from '../support/workbook.ts'

const list = '/student/studentManagement'
const head = '姓名,手机号,身份证号,驾照类型'

let made = 0
function newName(what: string): string {
  made += 1
  return `${what}${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
}

/** A school with students that nobody else counts. */
async function newSchool(api: Api): Promise<{ organizationId: number; name: string }> {
  const name = newName('学员驾校')
  const form = { name, provinceId: '440000', cityId: '440100' }
  return { name, ...(await api.call(organisations.addSchool, form)) }
}

/** Somebody of the demo business who has trained, and made mistakes. */
async function busyStudent(api: Api): Promise<{ userId: number; userName: string }> {
  const { dataList } = await api.call(devices.list, { simulatorNum: 'SIM-' })
  for (const { simulatorId } of dataList) {
    const sessions = await api.call(devices.sessions, { simulatorId, pageSize: 100 })
    for (const { studentId, errors } of sessions.dataList) {
      if (studentId === null || errors.length === 0) continue
      const { base } = await api.call(students.info, { userId: studentId })
      if (base !== undefined) return base
    }
  }
  throw new Error('somebody in the demo business has trained')
}

/** Opens the wizard, chooses the school and gives it the file. */
async function chooseFile(page: Page, school: string, name: string, text: string) {
  await page.getByRole('button', { name: '导入学员' }).click()
  const wizard = page.getByRole('dialog', { name: '导入学员' })
  await pickByName(page, wizard.getByRole('combobox', { name: '导入到驾校' }), school)
  await wizard
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  return wizard
}

/** Keeps the second part of an import on its way until it is released. */
async function holdSecond(page: Page): Promise<{ arrived: Promise<unknown>; release: () => void }> {
  const gate = new EventEmitter()
  const arrived = once(gate, 'arrived')
  const released = once(gate, 'released')
  let sent = 0
  await page.route('**/api/users/addStudents', async route => {
    sent += 1
    if (sent === 2) {
      gate.emit('arrived')
      await released
    }
    await route.continue()
  })
  return { arrived, release: () => gate.emit('released') }
}

test('a student is added, found by initials, looked up with a reason, transferred', async ({ page, api }) => {
  const [school, other] = [await newSchool(api), await newSchool(api)]
  await open(page, `${list}?schoolId=${school.organizationId}`)
  await expect(shell(page).pane.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '新增学员' }).click()
  const form = page.getByRole('dialog', { name: '新增学员' })
  await form.getByRole('button', { name: '新增学员' }).click()
  await expect(form.getByText('姓名不能为空')).toBeVisible()
  await pickByName(page, form.getByLabel('驾校'), school.name)
  await form.getByLabel('姓名').fill('曾小贤')
  await form.getByLabel('手机号').fill('13812345678')
  await form.getByText('C1 手动挡', { exact: true }).click()
  await form.getByRole('button', { name: '新增学员' }).click()
  await expect(form).toHaveCount(0)
  await page.locator('.ant-message').getByRole('link', { name: '查看' }).click()
  await expect(shell(page).pane.getByRole('heading', { name: '曾小贤' })).toBeVisible()
  await open(page, `${list}?schoolId=${school.organizationId}&paramValue=zxx`)
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '曾小贤')).toContainText('138****5678')

  await row(page, '曾小贤').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '查看证件' }).click()
  const dialog = page.getByRole('dialog', { name: '查看证件 曾小贤' })
  await dialog.getByLabel('查看原因').fill('核对考试报名资料')
  await dialog.getByRole('button', { name: '查看证件' }).click()
  const papers = page.getByRole('dialog', { name: '曾小贤 的证件' })
  await expect(papers).toContainText('13812345678')
  await papers
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()

  await row(page, '曾小贤').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '转校' }).click()
  const transfer = page.getByRole('dialog', { name: '转校 曾小贤' })
  await pickByName(page, transfer.getByLabel('转到驾校'), other.name)
  await transfer.getByRole('button', { name: /转\s*校/ }).click()
  await expect(transfer).toHaveCount(0)
  await expect(rows(page)).toHaveCount(0)
  await open(page, `${list}?schoolId=${other.organizationId}`)
  await row(page, '曾小贤').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '结业' }).click()
  await page
    .getByRole('dialog', { name: '结业“曾小贤”？' })
    .getByRole('button', { name: /结\s*业/ })
    .click()
  await expect(row(page, '曾小贤')).toContainText('已结业')
})

test('what a person is called stands in one line beside the reasons', async ({ page, api }) => {
  const { organizationId, name } = await newSchool(api)
  await open(page, `${list}?schoolId=${organizationId}`)
  const userName = '阿卜杜拉·买买提江'
  const wizard = await chooseFile(page, name, '学员.csv', `\ufeff${head}\r\n${userName},123,110101,X9\r\n`)
  const cell = wizard.getByRole('cell', { name: userName })
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await cell.evaluate(element => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getClientRects().length
    })
    expect(lines, `at ${width}`).toBe(1)
  }
})

test('a file is checked row by row, and its good rows are imported', async ({ page, api }) => {
  const { organizationId, name } = await newSchool(api)
  await open(page, `${list}?schoolId=${organizationId}`)
  const excel = await chooseFile(page, name, '学员.pdf', head)
  await expect(excel.getByText('[Format Error]: you did not upload a Csv file')).toBeVisible()
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(excel).toHaveCount(0)

  const text = `\ufeff${head}\r\n"张""三""\n丰",13800000001,,C1\r\n李四,123,,C1\r\n王五,13800000002,,C2\r\n王五,13800000002,,C1\r\n`
  const wizard = await chooseFile(page, name, '学员.csv', text)
  await expect(wizard.getByText('2 名可以导入，2 行没有通过检查')).toBeVisible()
  await expect(wizard.getByRole('row', { name: /^3 李四/ })).toContainText('手机号格式不正确')
  await expect(wizard.getByRole('row', { name: /^5 王五/ })).toContainText('姓名和手机号与第 4 行重复')
  const saving = page.waitForEvent('download')
  await wizard.getByRole('button', { name: '下载未通过的行' }).click()
  expect((await saving).suggestedFilename()).toBe('未通过-学员.csv')
  expect((await api.call(students.list, { schoolId: organizationId })).totalDataNum).toBe(0)
  await wizard.getByText('只导入没有问题的 2 名').click()
  await wizard.getByRole('button', { name: '导入 2 名学员' }).click()
  await expect(
    wizard.locator('.ant-alert-success').getByText('已导入 2 名学员，另外 2 行没有通过检查，没有导入'),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('a workbook is read as a file is: its first sheet, numbers with their digits, and none that lost some', async ({
  page,
  api,
}) => {
  const { organizationId, name } = await newSchool(api)
  await open(page, `${list}?schoolId=${organizationId}`)
  await page.getByRole('button', { name: '导入学员' }).click()
  const wizard = page.getByRole('dialog', { name: '导入学员' })
  await pickByName(page, wizard.getByRole('combobox', { name: '导入到驾校' }), name)
  const choose = async (file: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser')
    await wizard.getByText('点击选择文件，或拖到这里').click()
    await (await choosing).setFiles({ name: file, mimeType: '', buffer })
  }
  for (const file of ['学员.xls', '学员.xlsx']) {
    await choose(file, Buffer.from(head))
    await expect(wizard.getByText('这不是 .xlsx 文件')).toBeVisible()
    await wizard.getByRole('button', { name: '换一个文件' }).click()
    await pickByName(page, wizard.getByRole('combobox', { name: '导入到驾校' }), name)
  }
  const columns = head.split(',')
  await choose('学员.xlsx', workbook([columns, ['张三', 13800000001, 440301199001010000, 'C1']]))
  await expect(wizard.getByText('第 2 行有超过 15 位的数字')).toBeVisible()
  await wizard.getByRole('button', { name: '换一个文件' }).click()
  await pickByName(page, wizard.getByRole('combobox', { name: '导入到驾校' }), name)
  await choose(
    '学员.xlsx',
    workbook([columns, ['张三', 13800000001, '', 'C1'], [], ['李四', '123', '', 'C1']]),
  )
  await expect(wizard.getByRole('row', { name: /^4 李四/ })).toContainText('手机号格式不正确')
  await wizard.getByText('只导入没有问题的 1 名').click()
  await wizard.getByRole('button', { name: '导入 1 名学员' }).click()
  await expect(wizard.locator('.ant-alert-success')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)

  // And the list as a workbook: one press.
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(wizard).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await shell(page).pane.getByRole('button', { name: 'Excel' }).click()
  expect((await saving).suggestedFilename()).toBe('学员列表.xlsx')
})

test('a large file: the page stays usable, the import can be stopped and gone on with', async ({
  page,
  api,
}) => {
  const { organizationId, name } = await newSchool(api)
  await open(page, `${list}?schoolId=${organizationId}`)
  const lines = Array.from({ length: 6000 }, (_, place) => `学员${place},${13_900_000_000 + place},,C1`)
  const wizard = await chooseFile(page, name, '名单.csv', [head, ...lines].join('\n'))
  await expect(wizard.getByText('6,000 名学员都可以导入')).toBeVisible({ timeout: patience(20_000) })

  const second = await holdSecond(page)
  await wizard.getByRole('button', { name: '导入 6,000 名学员' }).click()
  await second.arrived
  await expect(wizard.getByRole('progressbar', { name: '正在导入' })).toHaveAttribute('aria-valuenow', '41')
  await wizard.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(wizard).toHaveCount(0)
  await shell(page).pane.getByLabel('学员', { exact: true }).fill('学员24')
  await page.getByRole('button', { name: /查\s*询/ }).click()
  await expect(shell(page).pane.getByText('共 111 条')).toBeVisible()

  await page.getByRole('button', { name: '正在导入 41%' }).click()
  await wizard.getByRole('button', { name: '停止导入' }).click()
  second.release()
  await expect(wizard.getByText('已导入的 5,000 名保留，还有 1,000 名没有导入')).toBeVisible()
  await wizard.getByRole('button', { name: '继续导入其余 1,000 名' }).click()
  await expect(wizard.getByText('已导入 6,000 名学员')).toBeVisible()
  expect((await api.call(students.list, { schoolId: organizationId })).totalDataNum).toBe(6000)
})

test('学员详情: reached from the list, with scores, errors, time line, calendar and a report', async ({
  page,
  api,
}) => {
  const { userId, userName } = await busyStudent(api)
  await open(page, `/student/studentDetail?userId=${userId}`)
  await expect(shell(page).breadcrumb).toContainText(userName)
  await expect(shell(page).tabs.last()).toContainText(userName)
  const pane = shell(page).pane
  await expect(pane.getByRole('region', { name: '错误趋势' }).locator('canvas')).toBeVisible()
  await expect(pane.getByRole('table', { name: /年 \d+ 月的训练/ })).toContainText('次')
  await pane.getByRole('button', { name: '查看错误' }).first().click()
  const mistakes = page.getByRole('dialog', { name: /的错误$/ })
  await expect(mistakes.getByRole('region')).toContainText(/次数|还没有扣过分/)
  await mistakes.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(mistakes).toHaveCount(0)
  await pane
    .getByRole('region', { name: /^训练记录/ })
    .getByRole('row')
    .filter({ has: page.locator('td:last-child', { hasText: /^[1-9]/ }) })
    .first()
    .locator('.ui-open')
    .click()
  const scene = page.getByRole('dialog', { name: '训练过程' })
  await expect(scene.getByRole('listitem').first()).toContainText('扣')
  await scene.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(scene).toHaveCount(0)

  await pane.getByRole('button', { name: '打印报告' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: '学员训练报告' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.report-print .ui-print-page').getByText('教练签字')).toBeVisible()
  await expect(shell(page).pane).toBeHidden()
})

test.describe('a school', () => {
  test.use({ account: 'school' })
  test('sees its own students, and nothing of papers; to a school that it does not manage it moves none', async ({
    page,
    api,
  }) => {
    const answer = nextReply(page, students.list)
    await open(page, list)
    const { totalDataNum } = await answer
    await expect(shell(page).pane.getByText(`共 ${totalDataNum.toLocaleString('zh-CN')} 条`)).toBeVisible()
    const codes = await api.codes()
    // Who sells has that first.
    const behind = codes.has('order:edit')
    await expect(page.getByRole('button', { name: '查看证件' })).toHaveCount(
      codes.has('student:reveal') && !behind ? 10 : 0,
    )
    await rows(page).first().getByRole('button', { name: '更多' }).click()
    await expect(page.getByRole('menuitem', { name: '查看证件' })).toHaveCount(
      codes.has('student:reveal') && behind ? 1 : 0,
    )
    const transfer = page.getByRole('menuitem', { name: '转校' })
    await expect(transfer).toContainText('您没有管理其他驾校，转校请联系平台管理员')
    await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  })
})

testLooks([
  { name: 'studentManagement', go: page => open(page, list) },
  {
    name: 'studentImport',
    async go(page, api) {
      const [school] = await api.call(organisations.schools, {})
      await open(page, list)
      const text = `${head}\n李四,123,,C1\n一个名字特别特别长的学员,13800000002,12,C9\n赵六,13800000003,,C1`
      const wizard = await chooseFile(page, school?.name ?? '', '学员.csv', text)
      await expect(wizard.getByText('只导入没有问题的 1 名')).toBeVisible()
    },
  },
  {
    name: 'studentDetail',
    template: true,
    go: async (page, api) => open(page, `/student/studentDetail?userId=${(await busyStudent(api)).userId}`),
  },
  {
    name: 'studentReport',
    template: true,
    async go(page, api) {
      await open(page, `/student/studentDetail?userId=${(await busyStudent(api)).userId}`)
      await page.getByRole('button', { name: '打印报告' }).click()
      await expect(page.getByRole('dialog').getByText('教练签字')).toBeVisible()
    },
  },
])
