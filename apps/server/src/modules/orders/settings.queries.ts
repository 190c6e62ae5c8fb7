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

/** The only row of settings: the limit in force, in fen, above which a refund needs a second person, and a raise that is asked for. */
const ofSetting = (db: Db) =>
  db
    .selectFrom('finance_setting as f')
    .select([
      sql<number>`approval_limit_now()`.as('approvalLimit'),
      'f.version',
      'f.raise_limit as raiseTo',
      'f.raise_by as raiseBy',
      'f.raise_at as raiseAt',
      'f.raise_from as raiseFrom',
      sql<string | null>`(select name from member where id = f.raise_by)`.as('raiseByName'),
    ])
export type Setting = Awaited<ReturnType<typeof readSetting>>

export const lockSetting = (db: Db) => ofSetting(db).forNoKeyUpdate('f').executeTakeFirstOrThrow()

export const readSetting = (db: Db) => ofSetting(db).executeTakeFirstOrThrow()

const noRaise = {
  raise_limit: null,
  raise_by: null,
  raise_at: null,
  raise_decided_by: null,
  raise_from: null,
}

/** The limit from now on, whatever was asked for. Written even where it stays the same: a change of tiers is a new version, too. */
export async function saveLimit(db: Db, limit: number): Promise<void> {
  await db
    .updateTable('finance_setting')
    .set({ approval_limit: limit, ...noRaise })
    .execute()
}

/** Notes that somebody wants a higher limit than the one in force. @param limit the one in force */
export async function askRaise(db: Db, limit: number, raise: { to: number; by: number }): Promise<void> {
  const asked = { raise_limit: raise.to, raise_by: raise.by, raise_at: sql<Date>`now()` }
  await db
    .updateTable('finance_setting')
    .set({ approval_limit: limit, ...noRaise, ...asked })
    .execute()
}

/** Another person agrees: it counts from tomorrow. */
export async function agreeToRaise(db: Db, by: number): Promise<void> {
  await db
    .updateTable('finance_setting')
    .set({ raise_decided_by: by, raise_from: sql<string>`business_day(now()) + 1` })
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
