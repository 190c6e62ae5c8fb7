import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Business } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { feeJournal } from '../ledger/channel.rules.ts'
import { post } from '../ledger/service.ts'
import { insertReconciled } from './seed.queries.ts'

/** Of the last days nobody has imported a file yet. */
const openDays = 10

/** The merchants of the simulated channels. */
const merchants = { wechat: '1900000109', alipay: '2088000000000001' }

/** What the channels said of the demo's days agrees, but for the last. */
export const channelStatementsSeed: SeedPart = {
  async fill(db: Db, { until }: Business): Promise<void> {
    const statements = await insertReconciled(db, addDays(businessDayOf(until), -openDays), merchants)
    await post(
      db,
      statements.map(({ at, ...statement }) => ({
        ...feeJournal(statement, statement.channel),
        day: businessDayOf(at.getTime()),
        at,
      })),
    )
  },
}
