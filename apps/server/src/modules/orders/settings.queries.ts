import type { BonusTier } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

export function readTiers(db: Db): Promise<BonusTier[]> {
  return db
    .selectFrom('bonus_tier')
    .select(['from_amount as fromAmount', 'bonus'])
    .orderBy('from_amount')
    .execute()
}

/** Above how much refunds need somebody else's word; fen. */
export async function readLimit(db: Db): Promise<number> {
  const { limit } = await db
    .selectFrom('finance_setting')
    .select('approval_limit as limit')
    .executeTakeFirstOrThrow()
  return limit
}

/** Those who save follow one another. */
export async function saveLimit(db: Db, limit: number): Promise<void> {
  await db.updateTable('finance_setting').set({ approval_limit: limit }).execute()
}

export async function saveTiers(db: Db, tiers: readonly BonusTier[]): Promise<void> {
  const amounts = tiers.map(({ fromAmount }) => fromAmount)
  await sql`delete from bonus_tier where from_amount <> all(${amounts}::bigint[])`.execute(db)
  await sql`
    insert into bonus_tier (from_amount, bonus) select * from unnest(${amounts}::bigint[], ${tiers.map(({ bonus }) => bonus)}::bigint[])
    on conflict (from_amount) do update set bonus = excluded.bonus`.execute(db)
}
