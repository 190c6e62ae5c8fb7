import { CompiledQuery, sql } from 'kysely'
import type { AccessToken } from '../../../platform/auth/tokens.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Sessions live so long after their last refresh, a day where nobody set less (spec §9), and so long however often they are refreshed. */
const expiry = sql<Date>`(
  select least(now() + make_interval(mins => y.idle_minutes), created_at + make_interval(hours => y.absolute_hours))
  from security_policy y)`

export function findMember(db: Db, account: string) {
  return db
    .selectFrom('member')
    .select([
      'id',
      'account',
      'password_hash as passwordHash',
      'enabled',
      'must_change_password as mustChangePassword',
      'last_login_at as lastLoginAt',
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
  /** Tokens of an earlier one are no longer good. */
  generation: number
  /** Since they proved who they are; null: nobody asks. */
  proofSeconds: number | null
  recentSeconds: number
  factorDueAt: Date | null
  mustAddFactor: boolean
  /** Since they did something. */
  idleSeconds: number
  /** After which a session with codes of money is over. */
  moneyIdleSeconds: number
  systemNetworks: string
  over: boolean
}

/** A member (`m`), their codes and the organisations they manage. */
export const memberColumns = `
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

/** Whether a member (`m`) has a second step, and when they must have one by the policy (`y`). */
export const withDuty = `
    cross join lateral (select exists (select from factor f where f.member_id = m.id) as factor) has
    cross join lateral (
      select case when y.second_step_for <> 'none' and not has.factor then second_step_due(m, y) end as at
    ) due`

/** The person behind a session (`s`), in one statement. */
const selectPeople = `
  select s.id as "sessionId", s.token_number as "tokenNumber", s.generation,
    case when y.second_step_for <> 'none' or has.factor then extract(epoch from now() - s.authenticated_at)::float8 end as "proofSeconds",
    y.step_up_minutes * 60 as "recentSeconds",
    due.at as "factorDueAt", coalesce(due.at <= now(), false) as "mustAddFactor",
    extract(epoch from now() - s.input_at)::float8 as "idleSeconds", y.money_idle_minutes * 60 as "moneyIdleSeconds",
    array_to_string(y.system_networks, ' ') as "systemNetworks",
    s.ended_at is not null or s.expires_at < now() or not m.enabled as over, ${memberColumns}
  from session s join member m on m.id = s.member_id cross join security_policy y${withDuty}`

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
  /** What they proved who they are with. */
  methods: readonly string[]
  /** A first factor may be added in it. */
  addsFactor: boolean
  /** The session at the provider of single sign-on that it begins with. */
  providerSession?: string | null
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
      expires_at: sql`now() + (select make_interval(mins => idle_minutes) from security_policy)`,
      address: session.address,
      user_agent: session.userAgent,
      methods: [...session.methods],
      adds_factor: session.addsFactor,
      provider_session: session.providerSession ?? null,
    })
    .execute()
}

/** Ends those of a person's sessions that were used longest ago, beyond as many as are allowed. @returns how many */
export async function endOldest(db: Db, memberId: number): Promise<number> {
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
        .offset(sql<number>`(select most_sessions from security_policy)`),
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
      's.generation',
      sql<number>`extract(epoch from now() - s.token_since)::float8`.as('secondsSince'),
    ])
    .where('s.id', '=', sessionId)
    .forUpdate('s')
    .executeTakeFirst()
}

/** Whose session it is. */
export function ownerOfSession(db: Db, sessionId: string) {
  return db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select(['m.id', 'm.account'])
    .where('s.id', '=', sessionId)
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

/** Notes that its person proved anew who they are. @returns undefined where the session is over */
export function noteProof(db: Db, sessionId: string): Promise<AccessToken | undefined> {
  return db
    .updateTable('session')
    .set(eb => ({
      authenticated_at: sql`now()`,
      generation: eb('generation', '+', 1),
      last_used_at: sql`now()`,
    }))
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['id as sessionId', 'token_number as number', 'generation'])
    .executeTakeFirst()
}

export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: sql`now()`, expires_at: expiry })
    .where('id', '=', sessionId)
    .execute()
}

/** Notes that its person did something so many seconds ago, once a minute at most. */
export async function noteInput(db: Db, sessionId: string, secondsAgo: number): Promise<void> {
  await sql`
    update session set input_at = now() - make_interval(secs => ${secondsAgo})
    where id = ${sessionId}::uuid and input_at < now() - make_interval(secs => ${secondsAgo + noteInputSeconds})`.execute(
    db,
  )
}

/** Input is noted as often as this. */
export const noteInputSeconds = 60

export async function endSession(
  db: Db,
  sessionId: string,
  reason: 'signedOut' | 'reused' | 'replaced',
): Promise<void> {
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
