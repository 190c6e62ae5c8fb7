import {
  answeredInDays,
  type IdentityProof,
  type PrivacyRequest,
  type PrivacyRequestKind,
  type PrivacyRequestState,
} from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  kind?: PrivacyRequestKind | undefined
  state?: PrivacyRequestState | undefined
}

/** A request as its list has it, and who asked. */
export type RequestRow = Omit<PrivacyRequest, 'notDecided'> & { readonly askedById: number }

const late = sql<boolean>`(r.state = 'waiting' and r.due_on < business_day(now()))`

/** The requests of the scope, the newest first. */
export const requests = listByIds<Filter, RequestRow>({
  found: ({ db, scope }, { paramValue, kind, state }) =>
    db
      .selectFrom('privacy_request as r')
      .innerJoin('student as s', 's.id', 'r.student_id')
      .select('r.id')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(matchesSearch(paramValue, ['s.name'], 's.phone'))
      .where(equals('r.kind', kind))
      .where(equals('r.state', state)),
  rows: async ({ db, scope }, ids) => {
    const rows = await db
      .selectFrom('privacy_request as r')
      .innerJoin('student as s', 's.id', 'r.student_id')
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .innerJoin('member as a', 'a.id', 'r.asked_by')
      .leftJoin('member as d', 'd.id', 'r.decided_by')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(isOneOf('r.id', ids))
      .select([
        'r.id as requestId',
        sql<PrivacyRequestKind>`r.kind`.as('kind'),
        's.id as studentId',
        's.name as studentName',
        'o.name as schoolName',
        sql<PrivacyRequestState>`r.state`.as('state'),
        late.as('late'),
        'r.wish',
        sql<IdentityProof>`r.proof`.as('proof'),
        'r.asked_at as askedAt',
        'a.name as askedBy',
        'a.id as askedById',
        'r.due_on as dueOn',
        'r.answer',
        'd.name as decidedBy',
        'r.decided_at as decidedAt',
      ])
      .execute()
    return rows.map(({ askedAt, decidedAt, ...row }) => ({
      ...row,
      askedAt: askedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    }))
  },
  idOf: row => row.requestId,
})

export interface NewRequest {
  readonly kind: PrivacyRequestKind
  readonly studentId: number
  readonly wish: string
  readonly proof: IdentityProof
  readonly askedBy: number
}

/** @returns its id; undefined where one of the kind waits for this student already */
export async function insertRequest(db: Db, asked: NewRequest): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into privacy_request (kind, student_id, wish, proof, asked_by, due_on)
    select ${asked.kind}, ${asked.studentId}, ${asked.wish}, ${asked.proof}, ${asked.askedBy}, day
    from (
      select d::date as day, row_number() over (order by d) as place
      from generate_series(business_day(now()) + 1, business_day(now()) + 90, interval '1 day') d
      left join national_day n on n.day = d::date
      where coalesce(n.kind, case when extract(isodow from d) < 6 then 'work' else 'off' end) = 'work'
    ) working where place = ${answeredInDays}
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id
}

export function lockRequest(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('privacy_request as r')
    .innerJoin('student as s', 's.id', 'r.student_id')
    .select([
      'r.id',
      'r.student_id as studentId',
      'r.asked_by as askedBy',
      sql<PrivacyRequestKind>`r.kind`.as('kind'),
      sql<PrivacyRequestState>`r.state`.as('state'),
    ])
    .where('r.id', '=', id)
    .where(scoped(scope, sql.ref('s.school_id')))
    .forUpdate('r')
    .executeTakeFirst()
}

export async function endRequest(
  db: Db,
  id: number,
  ending: { state: 'done' | 'refused'; answer: string; decidedBy: number },
): Promise<void> {
  await db
    .updateTable('privacy_request')
    .set({
      state: ending.state,
      answer: ending.answer,
      decided_by: ending.decidedBy,
      decided_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Kinds of requests of these students that wait. */
export async function waitingKinds(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, PrivacyRequestKind[]>> {
  const rows = await db
    .selectFrom('privacy_request')
    .select(['student_id as id', sql<PrivacyRequestKind[]>`array_agg(kind order by id)`.as('kinds')])
    .where(isOneOf('student_id', ids))
    .where('state', '=', 'waiting')
    .groupBy('student_id')
    .execute()
  return new Map(rows.map(({ id, kinds }) => [id, kinds]))
}

/** Requests of the scope that wait, how many of them too long, and since when the oldest does. */
export async function countWaiting(db: Db, scope: Scope) {
  const counted = await db
    .selectFrom('privacy_request as r')
    .innerJoin('student as s', 's.id', 'r.student_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where ${late})::int`.as('late'),
      sql<Date | null>`min(r.asked_at)`.as('oldestAt'),
    ])
    .where('r.state', '=', 'waiting')
    .where(scoped(scope, sql.ref('s.school_id')))
    .executeTakeFirstOrThrow()
  return counted
}
