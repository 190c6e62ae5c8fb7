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

/** The only row of settings: the amount in fen above which a refund needs a second person, and the row's version. */
export function lockSetting(db: Db): Promise<{ approvalLimit: number; version: number }> {
  return ofSetting(db).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function readSetting(db: Db): Promise<{ approvalLimit: number; version: number }> {
  return ofSetting(db).executeTakeFirstOrThrow()
}

const ofSetting = (db: Db) =>
  db.selectFrom('finance_setting').select(['approval_limit as approvalLimit', 'version'])

/** Written even where the limit stays the same: a change of tiers is a new version of the row, too. */
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
