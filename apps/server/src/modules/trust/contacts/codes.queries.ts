import { type ContactKind, triesOfContactCode } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** `given`: an administrator had it sent. */
export type CodePurpose = 'verify' | 'forgot' | 'given'

interface NewCode {
  readonly memberId: number
  readonly purpose: CodePurpose
  readonly kind: ContactKind
  readonly address: string
  readonly codeHash: string | null
  readonly linkHash: Buffer | null
  readonly minutes: number
}

/** Writes a code; the one before is over. */
export async function insertCode(db: Db, code: NewCode): Promise<void> {
  await db
    .updateTable('contact_code')
    .set({ over_at: sql`now()` })
    .where('member_id', '=', code.memberId)
    .where('purpose', '=', code.purpose)
    .where('kind', '=', code.kind)
    .where('over_at', 'is', null)
    .execute()
  await db
    .insertInto('contact_code')
    .values({
      member_id: code.memberId,
      purpose: code.purpose,
      kind: code.kind,
      address: code.address,
      code_hash: code.codeHash,
      link_hash: code.linkHash,
      expires_at: sql`now() + make_interval(mins => ${code.minutes}::int)`,
    })
    .execute()
}

/** Lets those who send one after the other, to the end of the transaction: what is sent is counted before. */
export async function queueSending(db: Db, kind: ContactKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact code ${kind}`}, 0))`.execute(db)
}

/** What was sent: to the address in a day, and in all in an hour. */
export async function countSent(
  db: Db,
  kind: ContactKind,
  address: string,
): Promise<{ ofAddress: number; ofAll: number }> {
  const { rows } = await sql<{ ofAddress: number; ofAll: number }>`
    select count(*) filter (where address = ${address})::int as "ofAddress",
      count(*) filter (where created_at > now() - interval '1 hour')::int as "ofAll"
    from contact_code where kind = ${kind} and created_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { ofAddress: 0, ofAll: 0 }
}

/** A code of digits that can still be given back, and whose. */
export interface LiveCode {
  readonly id: number
  readonly memberId: number
  readonly codeHash: string
  /** Tries that are left after this one. */
  readonly left: number
}

/** Still good: in time, not used, and the member still has the contact that it went to. */
const isLive = sql<SqlBool>`c.over_at is null and c.expires_at > now() and m.enabled
  and c.address = case c.kind when 'sms' then m.phone else m.mail end`
/** Forgotten passwords are set by a contact that was verified, and still is. */
const isVerified = sql<SqlBool>`case c.kind when 'sms' then m.phone_verified_at else m.mail_verified_at end is not null`

/** Counts a try of somebody's code, before it is looked at. @returns undefined where there is none that is good */
export async function countTry(
  db: Db,
  purpose: CodePurpose,
  kind: ContactKind,
  who: { readonly memberId: number } | { readonly account: string },
): Promise<LiveCode | undefined> {
  const owner =
    'memberId' in who ? sql`m.id = ${who.memberId}` : sql`lower(m.account) = ${who.account.toLowerCase()}`
  const { rows } = await sql<LiveCode>`
    update contact_code c set tries = tries + 1
    from member m
    where m.id = c.member_id and ${owner} and c.purpose = ${purpose} and c.kind = ${kind}
      and c.code_hash is not null and c.tries < ${triesOfContactCode} and ${isLive}
    returning c.id, c.member_id as "memberId", c.code_hash as "codeHash", ${triesOfContactCode} - c.tries as left`.execute(
    db,
  )
  return rows[0]
}

/** @returns whether it was still there: of two who give it back at once one does */
export async function useCode(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contact_code')
    .set({ over_at: sql`now()` })
    .where('id', '=', id)
    .where('over_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

// Forgotten passwords: what was given back is gone on with by a challenge

/** Whose forgotten password is set, and by what. */
export interface Reset {
  readonly id: number
  readonly memberId: number
  readonly account: string
  readonly purpose: CodePurpose
}

const resetColumns = sql`c.id, c.member_id as "memberId", m.account, c.purpose`

/** Gives a challenge for a link. @returns undefined where it is not good */
export async function openByLink(db: Db, link: Buffer, challenge: Buffer): Promise<Reset | undefined> {
  return open(db, sql<SqlBool>`c.link_hash = ${link}`, challenge)
}

/** Gives a challenge for a code that was right. */
export async function openById(db: Db, id: number, challenge: Buffer): Promise<Reset | undefined> {
  return open(db, sql<SqlBool>`c.id = ${id}`, challenge)
}

/** There is time to think of a password, once; a link that is opened again has no more of it. */
async function open(
  db: Db,
  which: ReturnType<typeof sql<SqlBool>>,
  challenge: Buffer,
): Promise<Reset | undefined> {
  const { rows } = await sql<Reset>`
    update contact_code c set challenge_hash = ${challenge}, tries = 0,
      expires_at = case when challenge_hash is null then greatest(expires_at, now() + interval '10 minutes') else expires_at end
    from member m
    where m.id = c.member_id and ${which} and c.purpose in ('forgot', 'given') and ${isLive} and ${isVerified}
    returning ${resetColumns}`.execute(db)
  return rows[0]
}

export async function findReset(db: Db, challenge: Buffer): Promise<Reset | undefined> {
  const { rows } = await sql<Reset>`
    select ${resetColumns} from contact_code c join member m on m.id = c.member_id
    where c.challenge_hash = ${challenge} and ${isLive} and ${isVerified}`.execute(db)
  return rows[0]
}

/** Counts a try of a second step. @returns what are left after it; undefined where there are none */
export async function countProof(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ left: number }>`
    update contact_code set tries = tries + 1
    where id = ${id} and over_at is null and tries < ${triesOfContactCode}
    returning ${triesOfContactCode} - tries as left`.execute(db)
  return rows[0]?.left
}

export async function purgeCodes(db: Db): Promise<void> {
  await sql`
    delete from contact_code where created_at < now() - interval '1 day' and (over_at is not null or expires_at < now())`.execute(
    db,
  )
}
