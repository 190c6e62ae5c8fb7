import { home, messages } from '@drivesim/contract'
import { outbox } from '@drivesim/contract/notices/outbox'
import { pushes } from '@drivesim/contract/notices/pushes'
import { confirm, reasonOf, row } from '../support/lists.ts'
import { newPerson } from '../support/people.ts'
import { choicesOf } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const list = '/system/sendManagement'
let made = 0
const newTitle = () => `测试推送 ${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${++made}`
const listOf = (title: string) => `${list}?paramValue=${encodeURIComponent(title)}`

test('新增推送: written, counted, previewed, sent, read and counted again', async ({ page, api }) => {
  const person = await newPerson(api)
  const title = newTitle()
  await open(page, list)
  await page.getByRole('button', { name: '新增推送' }).click()
  const form = page.getByRole('dialog', { name: '新增推送' })
  await form.getByLabel('标题', { exact: true }).fill(title)
  const text = form.getByRole('textbox', { name: '内容' })
  await text.click()
  await form.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.type('明天停课')
  await form.getByRole('radio', { name: '指定成员' }).check()
  await expect(form.getByText('请选择接收人')).toBeVisible()
  const people = form.getByRole('combobox', { name: '指定成员' })
  await people.fill(person.account)
  await (await choicesOf(page, people)).getByText(person.name).click()
  await expect(form.getByText('将发给 1 人')).toBeVisible()
  const pinned = form.getByLabel('置顶至', { exact: true })
  await pinned.fill('2099-01-01 18:00')
  await page.locator('.ant-picker-ok').getByRole('button').click()
  await form.getByRole('button', { name: '保存并预览' }).click()

  const preview = page.getByRole('dialog', { name: '推送预览' })
  await expect(preview.getByRole('article', { name: '内容预览' })).toContainText(title)
  await expect(preview.locator('b, strong').filter({ hasText: '明天停课' })).toBeVisible()
  await expect(preview).toContainText('草稿')
  await expect(preview).toContainText('2099-01-01 18:00')
  // What leads on stands at the end, where the eye and the hand go; 删除 apart from it.
  const acts = preview.locator('.ant-drawer-footer').getByRole('button')
  await expect(acts).toHaveText([/^删\s*除$/, /^编\s*辑$/, /^发\s*送$/])
  await expect(acts.last()).toHaveClass(/ant-btn-primary/)
  await preview.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('将立即以站内发给 1 人', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '立即发送', exact: true }).click()
  await expect.poll(() => person.api.call(messages.count)).toBe(1)
  expect((await person.api.call(home.overview)).pinned?.map(({ title }) => title)).toEqual([title])

  const { dataList } = await person.api.call(messages.list, {})
  const message = dataList.find(({ messageBrief }) => messageBrief.includes(title))
  if (message === undefined) throw new Error('the push is in the inbox')
  await person.api.call(messages.info, { messageId: message.messageId })
  await open(page, listOf(title))
  await expect(row(page, title)).toContainText('已发送')
  await expect
    .poll(async () => (await api.call(pushes.list, { paramValue: title })).dataList[0]?.read)
    .toBe(1)
})

test('what is wrong is said at its field', async ({ page }) => {
  await open(page, list)
  await page.getByRole('button', { name: '新增推送' }).click()
  const form = page.getByRole('dialog', { name: '新增推送' })
  await form.getByRole('checkbox', { name: '站内' }).uncheck()
  await form.getByRole('button', { name: '保存并预览' }).click()
  for (const sentence of ['标题不能为空', '内容不能为空', '请至少选择一种发送方式'])
    await expect(form.getByText(sentence, { exact: true })).toBeVisible()
})

test('内容 is formatted by keyboard and taken back, and what is pasted comes as words', async ({
  page,
  api,
}) => {
  const title = newTitle()
  await open(page, list)
  await page.getByRole('button', { name: '新增推送' }).click()
  const form = page.getByRole('dialog', { name: '新增推送' })
  const text = form.getByRole('textbox', { name: '内容' })
  await expect(text).toHaveAttribute('aria-multiline', 'true')
  await text.click()
  await page.keyboard.press('Control+b')
  await expect(form.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('停课')
  await expect(text.locator('strong')).toHaveText('停课')
  await form.getByRole('button', { name: '小标题' }).focus()
  await page.keyboard.press('Enter')
  await expect(text.getByRole('heading', { level: 3 })).toHaveText('停课')
  await page.keyboard.press('Control+z')
  await expect(text.getByRole('heading')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(text.getByRole('heading', { level: 3 })).toHaveText('停课')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await form.getByRole('button', { name: '保存并预览' }).click()
  await expect(form.getByText('内容不能为空')).toBeVisible()
  await text.click()
  await page.keyboard.press('Control+Alt+0')
  await text.evaluate(element => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '来自别处\n第二段')
    clipboardData.setData(
      'text/html',
      `<style>p { color: red }</style><p style="color: red" onclick="alert(1)">来自<b>别处</b></p>
        <script>alert(1)</script><img src="https://example.com/seen.png" onerror="alert(1)"><p>第二段</p>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(text.getByRole('paragraph')).toHaveText(['来自别处', '第二段'])
  await form.getByLabel('标题', { exact: true }).fill(title)
  await form.getByRole('button', { name: '保存并预览' }).click()
  await expect(page.getByRole('dialog', { name: '推送预览' })).toContainText('来自别处')
  const [{ pushId = 0 } = {}] = (await api.call(pushes.list, { paramValue: title })).dataList
  const { content } = await api.call(pushes.info, { pushId })
  expect(content).toBe('<p>来自别处</p><p>第二段</p>')
})

test('a draft can be edited, sent and removed; 撤回 is closed and says why', async ({ page, api }) => {
  const title = newTitle()
  await draft(api, title)
  await open(page, listOf(title))
  const mine = row(page, title)
  for (const act of ['编辑', '发送'])
    await expect(mine.getByRole('button', { name: act, exact: true })).not.toHaveAttribute('aria-disabled')
  expect(await reasonOf(page, mine.getByRole('button', { name: '撤回' }))).toContain(
    '推送是“草稿”状态，不能撤回',
  )
  await mine.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await confirm(page, '删除推送')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
})

test('a draft saved by somebody else meanwhile: both audiences are named, and theirs can be taken', async ({
  page,
  api,
}) => {
  const [mine, theirs] = [await newPerson(api), await newPerson(api)]
  const title = newTitle()
  const { pushId } = await draft(api, title, undefined, mine.userId)
  await open(page, listOf(title))
  await row(page, title).getByRole('button', { name: '编辑', exact: true }).click()
  const form = page.getByRole('dialog', { name: '编辑推送' })
  const text = form.getByRole('textbox', { name: '内容' })
  await expect(text).toHaveText('内容')
  await expect(form.getByText('将发给 1 人')).toBeVisible()
  const { version } = await api.call(pushes.info, { pushId })
  await api.call(pushes.save, {
    pushId,
    version,
    title,
    content: '<p>他人的<b>内容</b></p>',
    audience: { kind: 'people', ids: [theirs.userId] },
    channels: ['system'],
  })
  await form.getByRole('button', { name: '保存并预览' }).click()
  await expect(form.getByText(/已被他人修改/)).toBeVisible()
  const audiences = form.getByRole('row', { name: /接收人/ })
  await expect(audiences.getByRole('cell').nth(0)).toHaveText(new RegExp(`^指定成员：${theirs.name}`))
  await expect(audiences.getByRole('cell').nth(1)).toHaveText(new RegExp(`^指定成员：${mine.name}`))
  await expect(form.getByRole('row', { name: /内容/ }).locator('b')).toHaveText('内容')
  await expect(form.getByRole('row', { name: /标题/ })).toHaveCount(0)
  await form.getByRole('button', { name: '采用现在的内容' }).click()
  await expect(text).toHaveText('他人的内容')
  await form.getByRole('button', { name: '保存并预览' }).click()
  await expect(page.getByRole('dialog', { name: '推送预览' })).toContainText('他人的内容')
  const saved = await api.call(pushes.info, { pushId })
  expect(saved.audience).toEqual({ kind: 'people', ids: [theirs.userId] })
})

test('a push for later waits, and can be taken back to a draft', async ({ page, api }) => {
  const title = newTitle()
  await draft(api, title, new Date(Date.now() + 86_400_000).toISOString())
  await open(page, listOf(title))
  await row(page, title).getByRole('button', { name: '发送', exact: true }).click()
  await confirm(page, '定时发送')
  await expect(row(page, title)).toContainText('待发送')
  await row(page, title).getByRole('button', { name: '取消定时' }).click()
  await confirm(page, '取消定时')
  await expect(row(page, title)).toContainText('草稿')
})

test('a push at once is 发送中, with nothing to cancel, until it is sent', async ({ page, api }) => {
  const person = await newPerson(api)
  const title = newTitle()
  const { pushId } = await draft(api, title, undefined, person.userId)
  await api.call(pushes.send, { pushId })
  await expect.poll(() => person.api.call(messages.count)).toBe(1)
  // The list as it is in the moment before.
  let underWay = true
  await page.route('**/push/list?*', async route => {
    const response = await route.fetch()
    const body = await response.json()
    if (underWay) Object.assign(body.data.dataList[0], { state: 'sending', sentAt: null })
    await route.fulfill({ response, json: body })
  })
  await open(page, listOf(title))
  await expect(row(page, title)).toContainText('发送中')
  await expect(row(page, title).getByRole('button')).toHaveText([title])
  underWay = false
  await expect(row(page, title)).toContainText('已发送')
  await expect(row(page, title).getByRole('button', { name: '撤回' })).toBeVisible()
})

test('撤回 takes the message out of the inbox', async ({ page, api }) => {
  const person = await newPerson(api)
  const title = newTitle()
  const { pushId } = await draft(api, title, undefined, person.userId)
  await api.call(pushes.send, { pushId })
  await expect.poll(() => person.api.call(messages.count)).toBe(1)
  await open(page, listOf(title))
  await row(page, title).getByRole('button', { name: '撤回' }).click()
  await confirm(page, '撤回推送')
  await expect(row(page, title)).toContainText('已撤回')
  await expect.poll(() => person.api.call(messages.count)).toBe(0)
})

test('发件箱: without a provider a mail is kept where staff can read it', async ({ page, api }) => {
  const person = await newPerson(api)
  const title = newTitle()
  const audience = { kind: 'people' as const, ids: [person.userId] }
  const { pushId } = await api.call(pushes.save, {
    title,
    content: '<p>给您的邮件</p>',
    audience,
    channels: ['email'],
  })
  await api.call(pushes.send, { pushId })
  const keptMails = async () => (await api.call(outbox.list, { channel: 'email', state: 'kept' })).dataList
  await expect.poll(async () => (await keptMails()).some(letter => letter.title.includes(title))).toBe(true)
  await open(page, list)
  await shell(page).pane.getByText('发件箱', { exact: true }).click()
  await expect(page).toHaveURL(`${list}?tab=outbox`)
  await expect(row(page, title)).toContainText(person.mail)
  await expect(row(page, title)).toContainText('未配置，已保留')
  await row(page, title).getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('dialog', { name: '发件内容' })).toContainText('给您的邮件')
})

function draft(api: import('../support/api.ts').Api, title: string, sendAt?: string, to?: number) {
  const audience =
    to === undefined ? { kind: 'all' as const, ids: [] } : { kind: 'people' as const, ids: [to] }
  return api.call(pushes.save, {
    title,
    content: '<p>内容</p>',
    audience,
    channels: ['system'],
    ...(sendAt !== undefined && { sendAt }),
  })
}
