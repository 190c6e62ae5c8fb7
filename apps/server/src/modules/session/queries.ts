import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

/** A day: sessions live this long after their last refresh (spec §9). */
const sessionLife = sql<Date>`now() + interval '1 day'`

export function findMember(db: Db, account: string) {
  return db
    .selectFrom('member')
    .select(['id', 'account', 'password_hash as passwordHash', 'enabled'])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .executeTakeFirst()
}

export interface PersonRow {
  sessionId: string
  memberId: number
  account: string
  name: string
  over: boolean
  mustChangePassword: boolean
  /** Separated by blanks. */
  codes: string
  /** null: everything below the platform itself, that is all. */
  organisations: number[] | null
}

/** The person behind a session (`s`), their codes and the organisations they manage, in one statement. */
const selectPeople = `
  select s.id as "sessionId", m.id as "memberId", m.account, m.name, m.must_change_password as "mustChangePassword",
    s.ended_at is not null or s.expires_at < now() or not m.enabled as over,
    array_to_string(array(
      select distinct a.code from member_role r join role_access a on a.role_id = r.role_id where r.member_id = m.id
    ), ' ') as codes,
    case when not exists (
      select from member_organisation mo join organisation o on o.id = mo.organ_id
      where mo.member_id = m.id and o.type = 'platform'
    ) then array(
      select organisations_below(array(select organ_id from member_organisation where member_id = m.id))
    ) end as organisations
  from session s join member m on m.id = s.member_id`

/** A constant text, as it is asked with every call: it is neither built nor hashed again. */
const personOfSession = `${selectPeople} where s.id = $1::uuid`

export async function findPersonOfSession(db: Db, sessionId: string): Promise<PersonRow | undefined> {
  const { rows } = await db.executeQuery<PersonRow>(CompiledQuery.raw(personOfSession, [sessionId]))
  return rows[0]
}

export async function findPeopleOfSessions(db: Db, sessionIds: readonly string[]): Promise<PersonRow[]> {
  const { rows } =
    await sql<PersonRow>`${sql.raw(selectPeople)} where s.id = any(${[...sessionIds]}::uuid[])`.execute(db)
  return rows
}

/** Lets the tries of an account from one address take turns, to the end of the transaction. */
export async function queueTry(db: Db, account: string, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${account} ${address}`}, 0))`.execute(db)
}

/** Notes a try before its password is looked at, so that tries at once count one another. */
export async function noteTry(db: Db, account: string, address: string): Promise<void> {
  await db.insertInto('login_failure').values({ account, address }).execute()
}

export interface Tries {
  /** This account from this address, in 15 minutes. */
  pair: number
  /** Minutes until the oldest of them no longer counts. */
  minutes: number
  /** Any account from this address, in 15 minutes. */
  address: number
  /** This account from anywhere, in an hour. */
  account: number
  /** Whether this account signed in from this address in the last 30 days. */
  known: boolean
}

export async function countTries(db: Db, account: string, address: string): Promise<Tries> {
  const { rows } = await sql<Tries>`
    select
      count(*) filter (where address = ${address}::inet and account = ${account} and at > now() - interval '15 minutes')::int as pair,
      coalesce(ceil(extract(epoch from
        min(at) filter (where address = ${address}::inet and account = ${account} and at > now() - interval '15 minutes')
        + interval '15 minutes' - now()) / 60), 1)::int as minutes,
      count(*) filter (where address = ${address}::inet and at > now() - interval '15 minutes')::int as address,
      count(*) filter (where account = ${account})::int as account,
      exists (
        select from session s join member m on m.id = s.member_id
        where lower(m.account) = ${account} and s.address = ${address}::inet and s.created_at > now() - interval '30 days'
      ) as known
    from login_failure
    where (account = ${account} or address = ${address}::inet) and at > now() - interval '1 hour'`.execute(db)
  const [tries] = rows
  if (tries === undefined) throw new Error('an aggregate gave no row')
  return tries
}

/** The right password: what failed before from here no longer counts. */
export async function forgetTries(db: Db, account: string, address: string): Promise<void> {
  await sql`delete from login_failure where account = ${account} and address = ${address}::inet`.execute(db)
}

interface NewSession {
  id: string
  memberId: number
  refreshHash: Buffer
  address: string
  userAgent: string | null
}

export async function openSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id: session.id,
      member_id: session.memberId,
      expires_at: sessionLife,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute()
  await addRefreshToken(db, session.id, session.refreshHash)
  await db
    .updateTable('member')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', session.memberId)
    .execute()
}

export async function addRefreshToken(db: Db, sessionId: string, hash: Buffer): Promise<void> {
  await db.insertInto('refresh_token').values({ hash, session_id: sessionId }).execute()
}

/** The refresh token with its session, locked: two refreshes at once take turns. */
export function lockRefreshToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select([
      's.id as sessionId',
      's.member_id as memberId',
      sql<boolean>`s.ended_at is not null or s.expires_at < now() or not m.enabled`.as('over'),
      sql<number | null>`extract(epoch from now() - t.used_at)::float8`.as('usedSecondsAgo'),
    ])
    .where('t.hash', '=', hash)
    .forUpdate(['t', 's'])
    .executeTakeFirst()
}

export async function useRefreshToken(db: Db, hash: Buffer, sessionId: string): Promise<void> {
  await db
    .updateTable('refresh_token')
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where('hash', '=', hash)
    .execute()
  await db
    .updateTable('session')
    .set({ last_used_at: sql`now()`, expires_at: sessionLife })
    .where('id', '=', sessionId)
    .execute()
}

export async function endSession(db: Db, sessionId: string, reason: 'signedOut' | 'reused'): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Sessions and failures that nobody will ask for again. */
export async function purgeSessions(db: Db): Promise<void> {
  await sql`delete from login_failure where at < now() - interval '1 day'`.execute(db)
  await sql`delete from session where coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(db)
}
