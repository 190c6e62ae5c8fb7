import { bills } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { last } from '../../../../test/calendar.ts'
import { query } from '../../../../test/database.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { wrongIn } from '../../../../test/wrongData.ts'

// What `npm run check-data` says of bills that somebody changed behind the server's back.

let app: TestApp
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  const months = await Months.of(app)
  const { id, clerk, student, checker } = await months.school('甲驾校')
  await months.sign(id, { startsOn: last })
  await months.offline(clerk, student, 90_000, midMonth(last))
  await months.buy(clerk, student, id, 50_000, midMonth(last))
  await months.keeper.call(bills.adjust, { schoolId: id, amount: 700, reason: '补差' })
  await months.sql('update adjustment set day = $1', [midMonth(last)])
  const { billId } = await months.close(id, last)
  await months.settled(checker, billId)
  await months.keeper.call(bills.receive, {
    billId,
    amount: 100,
    method: 'cash',
    paidOn: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
  })
})

const sealed = '; update bill set digest = bill_digest(id)'
test.each([
  [
    '驾校代收款等于上期账单的代收未用加其后的变动',
    `update bill set custody_in = custody_in + 1, custody_close = custody_close + 1${sealed}`,
  ],
  [
    '账单的未结金额等于驾校往来账',
    `delete from ledger_entry where bill_id is not null and account = 'school_current'`,
  ],
  ['账单各行等于所含的订单、退款和调整', `update adjustment set amount = amount + 1${sealed}`],
  ['账单各行等于所含的订单、退款和调整', `update bill_line set items = items + 1 where kind like '%Sale'`],
  ['账单按机构的收入等于所含的课程订单', 'update bill_point set base = base + 1'],
  ['账单的分成和租金按合同计算无误', `update bill_line set bp = 2000 where kind = 'platformShare'${sealed}`],
  ['账单合计等于各行之和，已结等于有效收付款之和，校验码相符', 'update bill set due_on = due_on + 1'],
  ['账单合计等于各行之和，已结等于有效收付款之和，校验码相符', 'update bill_payment set amount = 99'],
  ['账单和收付款编号逐月连续，没有空号', `update number_series set last = last + 1 where series = 'SK'`],
  ['驾校的代收未用逐期衔接', `update bill set custody_open = 1, custody_in = custody_in - 1${sealed}`],
  ['账单按状态有且仅有应有的提醒', `update attention set ends_at = begins_at where subject like 'bill:%'`],
])('%s: told when it is not so', async (title, change) => {
  expect(await wrongIn(app)).toEqual([])
  await query(
    app.database.ownerUrl,
    `alter table ledger_entry disable trigger user; ${change}; alter table ledger_entry enable trigger user`,
  )
  expect((await wrongIn(app)).map(({ title }) => title)).toContain(title)
})
