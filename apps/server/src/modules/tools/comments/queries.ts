import type { CommentKind, MentionCandidate } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { matchesSearch } from '../../../platform/postgres/search.ts'

/** The record that comments are about. */
export interface Subject {
  readonly kind: CommentKind
  readonly id: number
}

const ofSubject = ({ kind, id }: Subject) => sql<SqlBool>`c.kind = ${kind} and c.subject_id = ${id}`

export interface CommentQuery {
  readonly before: number | undefined
  readonly downTo: number | undefined
  readonly most: number
}

/** Comments, the newest first. @param before those before this one @param downTo none before this one */
export function commentsOf(db: Db, subject: Subject, { before, downTo, most }: CommentQuery) {
  return db
    .selectFrom('comment as c')
    .innerJoin('member as m', 'm.id', 'c.author_id')
    .select([
      'c.id as commentId',
      'c.at',
      'c.author_id as authorId',
      'm.name as authorName',
      'c.text',
      'c.edited_at as editedAt',
      'c.version',
      sql<{ memberId: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('memberId', x.id, 'name', x.name) order by x.id), '[]')
        from member x where x.id = any(c.mentions))`.as('mentions'),
    ])
    .where(ofSubject(subject))
    .$if(before !== undefined, query => query.where('c.id', '<', before ?? 0))
    .$if(downTo !== undefined, query => query.where('c.id', '>=', downTo ?? 0))
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute()
}

/** Whether there is one before it. */
export async function hasEarlier(db: Db, subject: Subject, commentId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from comment c where ${ofSubject(subject)} and c.id < ${commentId}) as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

export async function insertComment(
  db: Db,
  { kind, id }: Subject,
  { authorId, text, mentions }: { authorId: number; text: string; mentions: readonly number[] },
): Promise<{ id: number; version: number }> {
  return db
    .insertInto('comment')
    .values({ kind, subject_id: id, author_id: authorId, text, mentions: [...mentions] })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** A comment on the record, locked until the change is committed. */
export const lockComment = (db: Db, subject: Subject, commentId: number) =>
  db
    .selectFrom('comment as c')
    .select(['c.id', 'c.author_id as authorId', 'c.text', 'c.mentions', 'c.version'])
    .where(ofSubject(subject))
    .where('c.id', '=', commentId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** @returns the new version */
export async function updateComment(
  db: Db,
  commentId: number,
  { text, mentions }: { text: string; mentions: readonly number[] },
): Promise<number> {
  const { version } = await db
    .updateTable('comment')
    .set({ text, mentions: [...mentions], edited_at: sql<Date>`now()` })
    .where('id', '=', commentId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** What it said is gone; that it was there stays. */
export async function emptyComment(db: Db, commentId: number): Promise<void> {
  await db
    .updateTable('comment')
    .set({ text: null, mentions: [], removed_at: sql<Date>`now()` })
    .where('id', '=', commentId)
    .execute()
}

/** What decides who may see a record. */
export interface Seen {
  /** Any one of these codes; null: whoever has the organisation in their scope. */
  readonly codes: readonly string[] | null
  readonly organId: number
}

/** Whether the member `m` may see it: enabled, by codes, by an organisation of theirs that it lies in. */
const maySee = ({ codes, organId }: Seen): RawBuilder<SqlBool> => sql<SqlBool>`
  m.enabled
  and (${codes === null} or exists (
    select from member_role r join role_access c on c.role_id = r.role_id
    where r.member_id = m.id and c.code = any(${codes === null ? [] : [...codes]}::text[])))
  and exists (
    select from member_organisation mo, organisation o left join organisation p on p.id = o.parent_id
    where mo.member_id = m.id and o.id = ${organId} and mo.organ_id in (o.id, o.parent_id, p.parent_id))`

/** Those of these members who may see it. */
export async function whoMaySee(db: Db, seen: Seen, memberIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m where m.id = any(${[...memberIds]}::bigint[]) and ${maySee(seen)} order by m.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Members who may see it, but for the reader, by a part of their names. */
export async function proposeMembers(
  db: Db,
  seen: Seen,
  { readerId, typed, most }: { readerId: number; typed: string; most: number },
): Promise<MentionCandidate[]> {
  const { rows } = await sql<MentionCandidate>`
    select m.id as "memberId", m.name, (
      select o.name from member_organisation mo join organisation o on o.id = mo.organ_id
      where mo.member_id = m.id order by o.id limit 1) as "organName"
    from member m
    where m.id <> ${readerId} and ${maySee(seen)} ${typed === '' ? sql`` : sql`and ${matchesSearch(typed, ['m.name', 'm.account'])}`}
    order by m.name, m.id limit ${most}`.execute(db)
  return rows
}

/** Comments as reminders tell of them; those that were removed are missing. */
export function saidComments(db: Db, kind: CommentKind, ids: readonly number[]) {
  return db
    .selectFrom('comment as c')
    .innerJoin('member as m', 'm.id', 'c.author_id')
    .select(['c.id', 'c.subject_id as subjectId', 'm.name as authorName', sql<string>`c.text`.as('text')])
    .where('c.kind', '=', kind)
    .where('c.text', 'is not', null)
    .where(sql<SqlBool>`c.id = any(${[...ids]}::bigint[])`)
    .execute()
}
