import type { ApprovalLimit, BonusTier } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export function readTiers(db: Db): Promise<BonusTier[]> {
  return db
    .selectFrom('bonus_tier')
    .select(['from_amount as fromAmount', 'bonus'])
    .orderBy('from_amount')
    .execute()
}

/** The only row of settings: the limits in force, in fen, and the higher ones that were agreed to for a day to come. */
const ofSetting = (db: Db) =>
  db
    .selectFrom('finance_setting as f')
    .select([
      sql<number>`approval_limit_now()`.as('approvalLimit'),
      sql<number>`payout_limit_now()`.as('payoutLimit'),
      'f.version',
      sql<number | null>`case when raise_from > business_day(now()) then raise_limit end`.as('raiseTo'),
      'f.raise_from as raiseFrom',
      sql<number | null>`case when payout_raise_from > business_day(now()) then payout_raise_limit end`.as(
        'payoutRaiseTo',
      ),
      'f.payout_raise_from as payoutRaiseFrom',
    ])
export type Setting = Awaited<ReturnType<typeof readSetting>>

export const lockSetting = (db: Db) => ofSetting(db).forNoKeyUpdate('f').executeTakeFirstOrThrow()

export const readSetting = (db: Db) => ofSetting(db).executeTakeFirstOrThrow()

/**
 * The limit from now on, and no raise that is to come. Written even where it stays the same: a change of tiers is a new
 * version, too.
 */
export async function saveLimit(db: Db, limit: ApprovalLimit, amount: number): Promise<void> {
  await db
    .updateTable('finance_setting')
    .set(
      limit === 'refund'
        ? { approval_limit: amount, raise_limit: null, raise_from: null }
        : { payout_limit: amount, payout_raise_limit: null, payout_raise_from: null },
    )
    .execute()
}

/** Another person agreed: it counts from tomorrow; until then the one in force does. */
export async function raiseLimit(
  db: Db,
  limit: ApprovalLimit,
  { now, to }: { now: number; to: number },
): Promise<void> {
  await saveLimit(db, limit, now)
  const from = sql<string>`business_day(now()) + 1`
  await db
    .updateTable('finance_setting')
    .set(
      limit === 'refund'
        ? { raise_limit: to, raise_from: from }
        : { payout_raise_limit: to, payout_raise_from: from },
    )
    .execute()
}

/** A new version, and nothing else. */
export async function touchSetting(db: Db): Promise<void> {
  await sql`update finance_setting set approval_limit = approval_limit`.execute(db)
}

export async function saveTiers(db: Db, tiers: readonly BonusTier[]): Promise<void> {
  const amounts = tiers.map(({ fromAmount }) => fromAmount)
  await sql`delete from bonus_tier where from_amount <> all(${amounts}::bigint[])`.execute(db)
  await sql`
    insert into bonus_tier (from_amount, bonus) select * from unnest(${amounts}::bigint[], ${tiers.map(({ bonus }) => bonus)}::bigint[])
    on conflict (from_amount) do update set bonus = excluded.bonus`.execute(db)
}
