import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { CommentedRecord } from '../../../platform/commentPart.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Those in the scope, for the comments on them. */
export async function commentedRecords(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, CommentedRecord>> {
  const rows = await db
    .selectFrom('bill as r')
    .innerJoin('organisation as o', 'o.id', 'r.school_id')
    .select(['r.id', sql<string>`r.no`.as('name'), 'o.id as organId', 'o.name as place'])
    .where(sql<SqlBool>`r.id = any(${[...ids]}::bigint[])`)
    .where(scoped(scope, sql.ref('r.school_id')))
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, to: `/finacial/statement?billId=${id}` }]))
}

/** Whether there is such a payment of a bill in the scope. */
export async function hasPayment(db: Db, scope: Scope, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('bill_payment as p')
    .innerJoin('bill as b', 'b.id', 'p.bill_id')
    .select('p.id')
    .where('p.id', '=', id)
    .where(scoped(scope, sql.ref('b.school_id')))
    .executeTakeFirst()
  return row !== undefined
}
