import { addMonths, channelStatements, formatFen, monthOf, monthWords } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { payChannels } from '@drivesim/contract/money/channels'
import { row } from '../support/lists.ts'
import { pageAt, testLooks } from '../support/look.ts'
import { cancelUpload, slowUploads } from '../support/network.ts'
import { follow, open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('渠道对账: a file is dropped, one of each kind is settled, and dropped again it changes nothing', async ({
  page,
  api,
}) => {
  const month = monthOf(businessDayOf(Date.now())).slice(0, 7)
  const months = [month, addMonths(`${month}-01`, -1).slice(0, 7)]
  const found = await Promise.all(months.map(month => api.call(channelStatements.gaps, { month })))
  // Enough was paid that the simulated channel gets something wrong in each way.
  const gap = found.flatMap(({ gaps }) => gaps).find(({ orders, fileUrl }) => orders > 2 && fileUrl !== null)
  if (gap === undefined) throw new Error('the demo has no day without a file')
  const { day, channel } = gap
  await open(page, `/finacial/reconciliation?tab=channel&month=${day.slice(0, 7)}`)
  const { pane } = shell(page)
  const channelDays = pane.getByRole('list', { name: payChannels[channel] })
  await channelDays.getByRole('button', { name: `${day} 缺账单` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载模拟渠道的当日账单' }).click(),
  ])
  const file = await download.path()
  const drop = () => pane.locator('input[type=file]').setInputFiles(file)
  await page.keyboard.press('Escape')
  await drop()
  await expect(page.getByText(`${day} 的账单已导入`)).toBeVisible()
  const statement = pane.getByRole('region', { name: `${payChannels[channel]} ${day}` })
  await expect(statement).toContainText('3 笔待处理')

  // A month without any says where they are.
  await follow(page, `/finacial/reconciliation?tab=channel&month=${addMonths(day, -3).slice(0, 7)}`)
  await expect(pane).toContainText('待处理共 3 笔')
  await pane.getByRole('button', { name: `${monthWords(day.slice(0, 7))} 3 笔` }).click()
  await expect(statement).toContainText('3 笔待处理')

  const settle = async (outcome: string, act: string) => {
    await row(page, outcome).getByRole('button', { name: act }).click()
    const form = page.getByRole('dialog', { name: act })
    await form.getByLabel('说明').fill('月末核对')
    await form.getByRole('button', { name: act }).click()
    await expect(form).toHaveCount(0)
  }
  await settle('金额不符', '记差额')
  await expect(statement).toContainText('2 笔待处理')
  await row(page, '仅本地').getByRole('button', { name: '查询渠道' }).click()
  await expect(page.getByText('渠道答复：没有这笔支付')).toBeVisible()
  // What of it was spent can no longer be taken back: the difference is noted.
  const lost = row(page, '仅本地').getByRole('button', { name: /冲正|记差额/ })
  await settle('仅本地', (await lost.textContent())?.trim() ?? '')
  await settle('仅渠道', '挂账')
  await expect(statement).toContainText('已平，挂账 1 笔待认领')
  await expect(channelDays.getByRole('button', { name: `${day} 已平` })).toBeVisible()
  const { statements } = await api.call(channelStatements.list, { month: day.slice(0, 7) })
  const fee = statements.reduce((sum, { feePosted }) => sum + feePosted, 0)
  await expect(pane).toContainText(`本月手续费 ${formatFen(fee)}`)

  await drop()
  await expect(page.getByText(`${day} 的这份账单已经导入过，没有变化`)).toBeVisible()
  await expect(statement).toContainText('已平，挂账 1 笔待认领')
  await expect(statement).not.toContainText('版')

  // Something else is refused whole, and the page says why.
  await pane.locator('input[type=file]').setInputFiles({
    name: 'bill.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('hello'),
  })
  await expect(pane.getByRole('alert')).toContainText('不是微信支付交易账单（ALL）或支付宝业务明细')
})

test('渠道对账: a large file says how far it is, and is stopped on its way', async ({ page }) => {
  await open(page, '/finacial/reconciliation?tab=channel')
  const { pane } = shell(page)
  const drop = (bytes: number) =>
    pane.locator('input[type=file]').setInputFiles({
      name: 'bill.csv.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.alloc(bytes, 'a'),
    })
  const requests: string[] = []
  page.on('request', request => {
    if (request.url().includes(channelStatements.importInfo.path)) requests.push(request.url())
  })
  const unlimited = await slowUploads(page, 100_000)
  await drop(2_000_000)
  await cancelUpload(pane)
  // The person stopped it: that is no failure, and nothing of it is being read.
  await expect(pane.getByText('拖入或点选渠道的日账单')).toBeVisible()
  await expect(pane.getByRole('alert')).toHaveCount(0)
  expect(requests).toEqual([])
  await unlimited()
  await drop(1_000)
  await expect(pane.getByRole('alert')).toContainText('不是微信支付交易账单（ALL）或支付宝业务明细')
})

testLooks([pageAt('channelStatements', '/finacial/reconciliation?tab=channel')])
