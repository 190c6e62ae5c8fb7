import { type FeedbackRow, maskPhone, type SignUpRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf } from '../../../platform/postgres/search.ts'

interface Filter {
  schoolId?: number | undefined
}

const signUpsOf = (db: Db, scope: Scope) =>
  db.selectFrom('sign_up as s').where(scoped(scope, sql.ref('s.school_id')))

/** Who left their number, newest first. */
export const signUps = listByIds<Filter, SignUpRow>({
  found: ({ db, scope }, { schoolId }) =>
    signUpsOf(db, scope).select('s.id').where(equals('s.school_id', schoolId)),
  rows: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('sign_up as s')
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .select([
        's.id',
        's.name',
        's.phone',
        'o.name as schoolName',
        's.gear_type as gearType',
        's.created_at as createdAt',
      ])
      .where(isOneOf('s.id', ids))
      .execute()
    return rows.map(row => ({ ...withTime(row), phone: maskPhone(row.phone) }))
  },
  idOf: row => row.id,
})

/** A sign-up in the scope with its whole phone, to be shown to whoever may have it. */
export function findSignUp(db: Db, scope: Scope, id: number) {
  return signUpsOf(db, scope).select(['s.name', 's.phone']).where('s.id', '=', id).executeTakeFirst()
}

/** What the apps' users write, newest first. */
export const feedback = listByIds<Filter, FeedbackRow>({
  found: ({ db, scope }, { schoolId }) =>
    db
      .selectFrom('feedback as f')
      .select('f.id')
      .where(scoped(scope, sql.ref('f.school_id')))
      .where(equals('f.school_id', schoolId)),
  rows: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('feedback as f')
      .innerJoin('organisation as o', 'o.id', 'f.school_id')
      .innerJoin('student as s', 's.id', 'f.student_id')
      .select([
        'f.id',
        's.name as userName',
        'o.name as schoolName',
        'f.content',
        'f.created_at as createdAt',
      ])
      .where(isOneOf('f.id', ids))
      .execute()
    return rows.map(withTime)
  },
  idOf: row => row.id,
})

const withTime = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** @returns whether there was one in the scope */
export async function deleteFeedback(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback as f')
    .where('f.id', '=', id)
    .where(scoped(scope, sql.ref('f.school_id')))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
