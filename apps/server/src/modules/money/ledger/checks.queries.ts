import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

// What must always be true of the ledger, whatever is posted to it.

const journals: Check = {
  title: '每笔分录借贷相等',
  wrong: sql`select journal_id, unit, sum(amount) as off from ledger_entry group by 1, 2 having sum(amount) <> 0`,
}

const accounts: Check = {
  title: '账户余额等于分录之和',
  wrong: differences(
    sql`select account, coalesce(school_id, 0) as school_id, coalesce(channel, '') as channel, sum(amount)::bigint as amount
      from ledger_entry group by 1, 2, 3 having sum(amount) <> 0`,
    sql`select account, school_id, channel, amount from account_sum where amount <> 0`,
  ),
}

export const ledgerChecks: readonly Check[] = [journals, accounts]
