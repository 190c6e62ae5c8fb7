import type { ApiKeyEnd, ApiKeyState, OwnApiKey } from '@drivesim/contract'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { ApiKey } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Lets whoever changes the keys of one person take turns. */
export async function lockOwner(db: Db, memberId: number): Promise<void> {
  await db.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute()
}

export const stateOf = sql<ApiKeyState>`case
  when k.ended_at is not null then 'stopped'
  when k.expires_at <= now() then 'expired'
  else 'live'
end`

/** A key (`k`), but for the names of its organisations. */
export const keyColumns = [
  'k.id as keyId',
  'k.name',
  'k.hint',
  stateOf.as('state'),
  'k.codes',
  'k.organ_ids as organIds',
  sql<string[]>`array(select text(n) from unnest(k.networks) n)`.as('networks'),
  'k.may_export as mayExport',
  'k.created_at as createdAt',
  'k.expires_at as expiresAt',
  sql<Date | null>`case when k.previous_until > now() then k.previous_until end`.as('previousUntil'),
  'k.ended_at as endedAt',
  sql<ApiKeyEnd | null>`k.end_reason`.as('endReason'),
  'k.last_used_at as lastUsedAt',
  sql<string | null>`host(k.last_used_from)`.as('lastUsedFrom'),
] as const

/** As they are on the wire. */
export const timesOf = (row: {
  createdAt: Date
  expiresAt: Date
  previousUntil: Date | null
  endedAt: Date | null
  lastUsedAt: Date | null
}) => ({
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  previousUntil: row.previousUntil?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

/** Keys that ended are shown for so many days, and then gone. */
const keptDays = 90

/** The keys of a person, the newest first. */
export async function ownKeys(db: Db, memberId: number): Promise<OwnApiKey[]> {
  const rows = await db
    .selectFrom('api_key as k')
    .select([
      ...keyColumns,
      sql<string[]>`array(select o.name from organisation o where o.id = any(k.organ_ids) order by o.id)`.as(
        'organNames',
      ),
    ])
    .where('k.member_id', '=', memberId)
    .orderBy('k.id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, ...timesOf(row) }))
}

/** Names of the keys of a person that live. */
export async function liveNames(db: Db, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key as k')
    .select('k.name')
    .where('k.member_id', '=', memberId)
    .where(stateOf, '=', 'live')
    .execute()
  return rows.map(({ name }) => name)
}

/** Those of these organisations that lie in a scope, and whether one of them is the platform itself. */
export function organisationsInScope(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.name', sql<boolean>`o.type = 'platform'`.as('isPlatform')])
    .where('o.id', 'in', [...ids])
    .where(scoped(scope, sql.ref('o.id')))
    .execute()
}

export async function insertKey(db: Db, key: Omit<Insertable<ApiKey>, 'expires_at'>): Promise<number> {
  const { id } = await db
    .insertInto('api_key')
    .values({ ...key, expires_at: sql`now() + make_interval(days => ${key.days})` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whose keys are looked for: one's own, or those of people in one's scope. */
export type Whose = { readonly ownerId: number } | { readonly scope: Scope }

/** A key, locked until the change is committed. */
export function lockKey(db: Db, whose: Whose, keyId: number) {
  return db
    .selectFrom('api_key as k')
    .innerJoin('member as m', 'm.id', 'k.member_id')
    .select([
      'k.id',
      'k.member_id as ownerId',
      'm.name as ownerName',
      'm.account as ownerAccount',
      'k.name',
      'k.days',
      stateOf.as('state'),
    ])
    .where('k.id', '=', keyId)
    .where(
      'ownerId' in whose
        ? sql<SqlBool>`k.member_id = ${whose.ownerId}`
        : scoped(whose.scope, sql.ref('m.organ_id')),
    )
    .forUpdate('k')
    .executeTakeFirst()
}

/** Gives a key another secret and a new term; the one of before is good for some hours more, the one before that is over. */
export async function replaceSecret(
  db: Db,
  keyId: number,
  { hash, hint }: { readonly hash: Buffer; readonly hint: string },
  hours: number,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({
      previous_hash: sql`hash`,
      previous_until: sql`now() + make_interval(hours => ${hours})`,
      hash,
      hint,
      expires_at: sql`now() + make_interval(days => days)`,
    })
    .where('id', '=', keyId)
    .execute()
}

export async function endKey(db: Db, keyId: number, reason: ApiKeyEnd): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('id', '=', keyId)
    .execute()
}

/** Ends all keys of a person. */
export async function endKeysOf(db: Db, memberId: number, reason: ApiKeyEnd): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Removes what ended long ago, and where keys were used from that nobody has used since. */
export async function purgeKeys(db: Db): Promise<void> {
  await sql`delete from api_key where coalesce(ended_at, expires_at) < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
  await sql`update api_key set last_used_from = null where last_used_at < now() - interval '30 days' and last_used_from is not null`.execute(
    db,
  )
}
