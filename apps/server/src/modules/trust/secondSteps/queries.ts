import type { FactorKind, Transports } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface Factor {
  readonly id: number
  readonly kind: FactorKind
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly secret: Buffer | null
  readonly lastStep: number
  readonly credentialId: string | null
  readonly publicKey: Buffer | null
  readonly counter: number
  readonly transports: Transports
  readonly rpId: string | null
}

const factorColumns = [
  'id',
  'kind',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'secret',
  'last_step as lastStep',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'rp_id as rpId',
] as const

/** Somebody's factors, the one used last first. */
export async function listFactors(db: Db, memberId: number): Promise<Factor[]> {
  return db
    .selectFrom('factor')
    .select(factorColumns)
    .where('member_id', '=', memberId)
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ kind: FactorKind; transports: Transports }>()
    .execute()
}

/** The passkey that an authenticator calls so, and whose it is. */
export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<(Factor & { readonly memberId: number }) | undefined> {
  return db
    .selectFrom('factor')
    .select([...factorColumns, 'member_id as memberId'])
    .where('credential_id', '=', credentialId)
    .$narrowType<{ kind: FactorKind; transports: Transports }>()
    .executeTakeFirst()
}

/** Takes the code of a step. @returns false where that or a later one was taken before: each counts once */
export async function takeStep(db: Db, factorId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factor')
    .set({ last_step: step, last_used_at: sql`now()` })
    .where('id', '=', factorId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes how often an authenticator says that it signed. @returns false where it said so or more before: it was copied, or replayed */
export async function takeCounter(db: Db, factorId: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factor')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', factorId)
    // Many never count.
    .where(eb => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function findOwner(db: Db, memberId: number) {
  return db
    .selectFrom('member')
    .select(['id', 'account', 'name', 'enabled', 'password_hash as hash'])
    .where('id', '=', memberId)
    .executeTakeFirst()
}

// Recovery codes

export async function countRecoveryCodes(db: Db, memberId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function recoveryHash(db: Db, memberId: number, slot: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('recovery_code')
    .select('hash')
    .where('member_id', '=', memberId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.hash
}

/** @returns false where it was used meanwhile */
export async function useRecoveryCode(db: Db, memberId: number, slot: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('member_id', '=', memberId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

// Second steps that failed

/** Counts one before it is looked at. @returns whether there is room for one more today; where there is none, nothing is counted */
export async function countFailure(db: Db, memberId: number, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into second_step_failure as f (member_id, day, failures) values (${memberId}, (now() at time zone 'UTC')::date, 1)
    on conflict (member_id, day) do update set failures = f.failures + 1 where f.failures < ${most}
    returning failures`.execute(db)
  return rows.length > 0
}

/** What was counted was no failure. */
export async function uncountFailure(db: Db, memberId: number): Promise<void> {
  await sql`
    update second_step_failure set failures = failures - 1
    where member_id = ${memberId} and day = (now() at time zone 'UTC')::date and failures > 0`.execute(db)
}

export async function purgeFailures(db: Db): Promise<void> {
  await sql`delete from second_step_failure where day < (now() at time zone 'UTC')::date - 1`.execute(db)
}
