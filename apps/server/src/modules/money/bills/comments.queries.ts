import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { recordsOf } from '../../../platform/commentPart.queries.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export const commentedRecords = recordsOf(
  db => db.selectFrom('bill').select(['id', sql<string>`no`.as('name'), 'school_id as organId']),
  id => `/finacial/statement?billId=${id}`,
)

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
