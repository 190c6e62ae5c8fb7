import { type FactorResetState, factorResetDays, type IdentityProof } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Whether a member could do harm: they hold one of the codes of the policy or act for the platform, whoever else is asked. */
export async function canDoHarm(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select second_step_due(m, jsonb_populate_record(y, '{"second_step_for": "codes"}')) is not null as can
    from member m cross join security_policy y where m.id = ${memberId}`.execute(db)
  return rows[0]?.can ?? false
}

interface NewReset {
  readonly memberId: number
  readonly askedBy: number
  readonly reason: string
  readonly proof: IdentityProof
  readonly state: 'waiting' | 'done'
}

/** @returns its id; undefined where one waits for this member already */
export async function insertReset(db: Db, reset: NewReset): Promise<number | undefined> {
  const added = await db
    .insertInto('factor_reset')
    .values({
      member_id: reset.memberId,
      asked_by: reset.askedBy,
      reason: reset.reason,
      proof: reset.proof,
      state: reset.state,
      decided_at: reset.state === 'done' ? sql`now()` : null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

export async function lockReset(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('factor_reset as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select([
      'r.id',
      'r.member_id as memberId',
      'r.asked_by as askedBy',
      sql<FactorResetState>`r.state`.as('state'),
    ])
    .where('r.id', '=', id)
    .where(scoped(scope, sql.ref('m.organ_id')))
    .forUpdate('r')
    .executeTakeFirst()
}

export async function endReset(
  db: Db,
  id: number,
  state: 'done' | 'refused',
  decidedBy: number,
): Promise<void> {
  await db
    .updateTable('factor_reset')
    .set({ state, decided_by: decidedBy, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function expireResets(db: Db): Promise<void> {
  await sql`
    update factor_reset set state = 'expired', decided_at = now()
    where state = 'waiting' and asked_at < now() - make_interval(days => ${factorResetDays})`.execute(db)
}

/** What waits in the scope, the longest first. */
export function waitingResets(db: Db, scope: Scope) {
  return db
    .selectFrom('factor_reset as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .innerJoin('organisation as o', 'o.id', 'm.organ_id')
    .innerJoin('member as a', 'a.id', 'r.asked_by')
    .select([
      'r.id as requestId',
      'm.id as userId',
      'm.name as userName',
      'm.account as userAccount',
      'o.name as organName',
      'r.reason',
      sql<IdentityProof>`r.proof`.as('proof'),
      'r.asked_by as askedBy',
      'a.name as asker',
      'r.asked_at as askedAt',
      sql<Date>`r.asked_at + make_interval(days => ${factorResetDays})`.as('endsAt'),
    ])
    .where('r.state', '=', 'waiting')
    .where(scoped(scope, sql.ref('m.organ_id')))
    .orderBy('r.asked_at')
    .execute()
}

/** Takes every factor and code from a member, and what was begun with them. */
export async function voidFactors(db: Db, memberId: number): Promise<number> {
  await db.deleteFrom('auth_challenge').where('member_id', '=', memberId).execute()
  await db.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('factor')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function hasFactor(db: Db, memberId: number): Promise<boolean> {
  const found = await db
    .selectFrom('factor')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return found !== undefined
}

/** An account by its name, in whatever case, locked. */
export function lockAccount(db: Db, account: string) {
  return db
    .selectFrom('member')
    .select(['id', 'account', 'name'])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
}

/** Others who may decide: enabled, with the code, and of the platform. */
export async function otherAdministrators(db: Db, askedBy: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    where m.enabled and m.id <> ${askedBy}
      and exists (
        select from member_role r join role_access a using (role_id) where r.member_id = m.id and a.code = 'system:user')
      and exists (
        select from member_organisation mo join organisation o on o.id = mo.organ_id
        where mo.member_id = m.id and o.type = 'platform')`.execute(db)
  return rows.map(({ id }) => Number(id))
}
