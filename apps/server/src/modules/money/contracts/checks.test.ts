import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { wrongIn } from '../../../../test/wrongData.ts'

// What `npm run check-data` says of contracts that somebody changed behind the server's back.

const { contracts, vouchers } = contract
let app: TestApp

beforeEachTest(async built => {
  app = built
  const schoolId = await makeOrganisation(app.services.pool)
  const clerk = await app.signedIn({ codes: ['finance:edit'] })
  const { voucherId } = (await clerk.call(vouchers.upload)).data
  const { contractId } = (
    await clerk.call(contracts.add, {
      schoolId,
      mode: 'share',
      platformBp: 3000,
      billingDay: 5,
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      deposit: 100,
      attachmentId: voucherId,
    })
  ).data
  await clerk.call(contracts.addDeposit, { contractId, amount: 100, paidOn: '2026-01-02' })
})

test.each([
  [['合同编号逐月连续，没有空号'], 'update number_series set last = last + 1'],
  [['每笔押金收退都已入账'], 'update deposit_entry set amount = amount + 1'],
  [['凭证归使用它的驾校'], 'update voucher set organ_id = null'],
  [['每所驾校最后一份未终止的合同有到期提醒，其他合同没有'], 'update attention set ends_at = begins_at'],
  [['每所驾校最后一份未终止的合同有到期提醒，其他合同没有'], 'update contract set terminated_at = now()'],
  // Negative, and not as it was posted.
  [['押金余额不为负', '每笔押金收退都已入账'], 'update deposit_entry set amount = -amount'],
])('%j: told when it is not so', async (titles, change) => {
  const wrong = async () => (await wrongIn(app)).map(({ title }) => title)
  expect(await wrong()).toEqual([])
  await query(app.database.ownerUrl, change)
  expect(await wrong()).toEqual(titles)
})
