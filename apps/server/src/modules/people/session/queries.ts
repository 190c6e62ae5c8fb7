import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A day: sessions live this long after their last refresh (spec §9), and 30 days however often they are refreshed. */
const expiry = sql<Date>`least(now() + interval '1 day', created_at + interval '30 days')`

export function findMember(db: Db, account: string) {
  return db
    .selectFrom('member')
    .select([
      'id',
      'account',
      'password_hash as passwordHash',
      'enabled',
      sql<boolean>`coalesce(must_change_password and first_password_until < now(), false)`.as(
        'firstPasswordOver',
      ),
    ])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .executeTakeFirst()
}

export interface MemberRow {
  memberId: number
  account: string
  name: string
  mustChangePassword: boolean
  /** Separated by blanks. */
  codes: string
  /** null: everything below the platform itself, that is all. */
  organisations: number[] | null
}

export interface PersonRow extends MemberRow {
  sessionId: string
  /** The highest number of which a token was used. */
  tokenNumber: number
  over: boolean
}

/** A member (`m`), their codes and the organisations they manage. */
const memberColumns = `
    m.id as "memberId", m.account, m.name, m.must_change_password as "mustChangePassword",
    array_to_string(array(
      select distinct a.code from member_role r join role_access a on a.role_id = r.role_id where r.member_id = m.id
    ), ' ') as codes,
    case when not exists (
      select from member_organisation mo join organisation o on o.id = mo.organ_id
      where mo.member_id = m.id and o.type = 'platform'
    ) then array(
      select organisations_below(array(select organ_id from member_organisation where member_id = m.id))
    ) end as organisations`

/** The person behind a session (`s`), in one statement. */
const selectPeople = `
  select s.id as "sessionId", s.token_number as "tokenNumber",
    s.ended_at is not null or s.expires_at < now() or not m.enabled as over, ${memberColumns}
  from session s join member m on m.id = s.member_id`

/** A constant text, as it is asked with every call: it is neither built nor hashed again. */
const personOfSession = `${selectPeople} where s.id = $1::uuid`

export async function findPersonOfSession(db: Db, sessionId: string): Promise<PersonRow | undefined> {
  const { rows } = await db.executeQuery<PersonRow>(CompiledQuery.raw(personOfSession, [sessionId]))
  return rows[0]
}

/** A member who is not disabled. */
export async function findPersonOfMember(db: Db, memberId: number): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${sql.raw(memberColumns)} from member m where m.id = ${memberId} and m.enabled`.execute(db)
  return rows[0]
}

export async function findPeopleOfSessions(db: Db, sessionIds: readonly string[]): Promise<PersonRow[]> {
  const { rows } =
    await sql<PersonRow>`${sql.raw(selectPeople)} where s.id = any(${[...sessionIds]}::uuid[])`.execute(db)
  return rows
}

interface NewSession {
  id: string
  memberId: number
  address: string
  userAgent: string | null
}

/** Opens a session; two of one person take turns. */
export async function openSession(db: Db, session: NewSession): Promise<void> {
  await db
    .updateTable('member')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', session.memberId)
    .execute()
  await db
    .insertInto('session')
    .values({
      id: session.id,
      member_id: session.memberId,
      expires_at: sql`now() + interval '1 day'`,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute()
}

/** Ends those of a person's sessions that were used longest ago, beyond so many. @returns how many */
export async function endOldest(db: Db, memberId: number, most: number): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: 'replaced' })
    .where('id', 'in', query =>
      query
        .selectFrom('session')
        .select('id')
        .where('member_id', '=', memberId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('last_used_at', 'desc')
        .offset(most),
    )
    .returning('id')
    .execute()
  return ended.length
}

/** The session of a refresh token, locked: two refreshes at once take turns. */
export function lockSession(db: Db, sessionId: string) {
  return db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select([
      sql<boolean>`s.ended_at is not null or s.expires_at < now() or not m.enabled`.as('over'),
      's.token_number as number',
      sql<number>`extract(epoch from now() - s.token_since)::float8`.as('secondsSince'),
    ])
    .where('s.id', '=', sessionId)
    .forUpdate('s')
    .executeTakeFirst()
}

/** Notes that a token of this number is in use, which ends the one before. */
export async function noteNumber(db: Db, sessionId: string, number: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ token_number: number, token_since: sql`now()`, last_used_at: sql`now()` })
    .where('id', '=', sessionId)
    .where('token_number', '<', number)
    .execute()
}

export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: sql`now()`, expires_at: expiry })
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

/** Sessions that nobody will ask for again. */
export async function purgeSessions(db: Db): Promise<void> {
  await sql`delete from session where coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(db)
}
