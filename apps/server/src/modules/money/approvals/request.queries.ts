import type { ApprovalKind, ApprovalState, ApprovalView } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import type { AskedFor, RequestEnding } from '../../../platform/approvalPart.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

/** What somebody asks for. */
export interface NewRequest {
  readonly kind: ApprovalKind
  readonly subjectId: number
  readonly schoolId?: number | null
  /** Fen. */
  readonly amount?: number | null
  readonly before?: object
  readonly after?: object
  readonly reason?: string | null
  readonly askedBy: number
  /** Who else may not decide it. */
  readonly alsoBy?: number | null
  /** Days until it is over without a word; null: never. */
  readonly days: number | null
}

export async function insertRequest(db: Db, { days, before = {}, after = {}, ...asked }: NewRequest) {
  const { id } = await db
    .insertInto('approval')
    .values({
      kind: asked.kind,
      subject_id: asked.subjectId,
      school_id: asked.schoolId ?? null,
      amount: asked.amount ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      reason: asked.reason ?? null,
      asked_by: asked.askedBy,
      also_by: asked.alsoBy ?? null,
      ends_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of the approval `a`. */
const stateNow = sql<ApprovalState>`state_of_approval(a.outcome, a.ends_at)`
const waits = sql<SqlBool>`(a.outcome is null and (a.ends_at is null or a.ends_at > now()))`

const requests = (db: Db) =>
  db
    .selectFrom('approval as a')
    .innerJoin('member as m', 'm.id', 'a.asked_by')
    .select([
      'a.id',
      'm.name as asker',
      'a.asked_at as askedAt',
      sql<ApprovalKind>`a.kind`.as('kind'),
      'a.subject_id as subjectId',
      'a.school_id as schoolId',
      'a.amount',
      'a.before',
      'a.after',
      'a.reason',
      'a.asked_by as askedBy',
      'a.also_by as alsoBy',
      stateNow.as('state'),
    ])
export interface Request extends AskedFor {
  readonly asker: string
  readonly askedAt: Date
  readonly alsoBy: number | null
  readonly state: ApprovalState
}

/** A request in the scope. It is not locked: what it is about is, and then closing finds out whether it still waits. */
export function findRequest(db: Db, scope: Scope, id: number): Promise<Request | undefined> {
  return requests(db)
    .where('a.id', '=', id)
    .where(scoped(scope, sql.ref('a.school_id')))
    .executeTakeFirst()
}

/** What waits about a subject, the newest first. */
export function waitingRequests(
  db: Db,
  kinds: readonly ApprovalKind[],
  subjectId: number,
): Promise<Request[]> {
  return requests(db)
    .where('a.kind', 'in', kinds)
    .where('a.subject_id', '=', subjectId)
    .where(waits)
    .orderBy('a.id', 'desc')
    .execute()
}

/** Whether somebody ever decided about a subject. */
export async function wasDecided(
  db: Db,
  kinds: readonly ApprovalKind[],
  subjectId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('approval')
    .select('id')
    .where('kind', 'in', kinds)
    .where('subject_id', '=', subjectId)
    .where('outcome', 'in', ['approved', 'rejected'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last step of a decision. @returns whether it still waited */
export async function closeRequest(
  db: Db,
  id: number,
  { outcome, opinion }: RequestEnding,
  by: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approval as a')
    .set({ outcome, opinion, decided_by: by, decided_at: sql<Date>`now()` })
    .where('a.id', '=', id)
    .where(waits)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface ApprovalFilter {
  paramValue?: string | undefined
  view: ApprovalView
  kind?: ApprovalKind | undefined
  state?: ApprovalState | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

/** Who reads: all accounts that are theirs, none where one person decides alone, and the kinds that they may decide. */
export interface Reader {
  readonly id: number
  readonly accounts: readonly number[]
  readonly kinds: readonly ApprovalKind[]
}

/** Of the approval `a`: whether the reader may decide it, as far as who asked for it says. */
const isMine = ({ accounts, kinds }: Reader) => sql<boolean>`(
  ${waits} and a.kind = any(${[...kinds]}::text[])
  and a.asked_by <> all(${[...accounts]}::bigint[]) and coalesce(a.also_by <> all(${[...accounts]}::bigint[]), true))`

/** A part of the school's name, or of what was said. */
const matchesText = (typed: string) => sql<SqlBool>`(${matchesSearch(typed, ['a.reason'])}
  or a.school_id in (select o.id from organisation o where ${matchesSearch(typed, ['o.name'])}))`

/** The ids of what a view shows. */
export function filteredIds(db: Db, reader: Reader, { view, kind, state, ...more }: ApprovalFilter) {
  const { paramValue = '', ...days } = more
  return db
    .selectFrom('approval as a')
    .select('a.id')
    .$if(view === 'mine', query => query.where(isMine(reader)))
    .$if(view === 'asked', query => query.where('a.asked_by', '=', reader.id))
    .$if(state !== undefined, query => query.where(sql<SqlBool>`${stateNow} = ${state}`))
    .where(equals('a.kind', kind))
    .$if(paramValue !== '', query => query.where(matchesText(paramValue)))
    .$if(days.beginDate !== undefined, query =>
      query.where(sql<SqlBool>`business_day(a.asked_at) >= ${days.beginDate}::date`),
    )
    .$if(days.endDate !== undefined, query =>
      query.where(sql<SqlBool>`business_day(a.asked_at) <= ${days.endDate}::date`),
    )
}

const rowsOf = (db: Db, reader: Reader) =>
  requests(db)
    .leftJoin('member as d', 'd.id', 'a.decided_by')
    .leftJoin('organisation as o', 'o.id', 'a.school_id')
    .select([
      'o.name as schoolName',
      'a.ends_at as endsAt',
      'd.name as decider',
      'a.decided_at as decidedAt',
      'a.opinion',
      isMine(reader).as('mine'),
    ])
export type FoundRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** The rows of these ids, in no order. */
export const readRows = (db: Db, reader: Reader, ids: readonly number[]) =>
  rowsOf(db, reader).where(isOneOf('a.id', ids)).execute()

/** What requests in the scope are called in a few words. */
export const requestNames = (db: Db, scope: Scope, ids: readonly number[]) =>
  db
    .selectFrom('approval as a')
    .leftJoin('organisation as o', 'o.id', 'a.school_id')
    .select(['a.id', sql<ApprovalKind>`a.kind`.as('kind'), 'o.name as schoolName', 'a.amount'])
    .where(isOneOf('a.id', ids))
    .where(scoped(scope, sql.ref('a.school_id')))
    .execute()

/** How many wait for the reader, and since when. */
export const countMine = (db: Db, reader: Reader) =>
  db
    .selectFrom('approval as a')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(a.asked_at)`.as('oldestAt')])
    .where(isMine(reader))
    .executeTakeFirstOrThrow()
