import { type AliasableExpression, sql } from 'kysely'
import { scoped } from './auth/scope.ts'
import type { CommentPart } from './commentPart.ts'
import type { Db } from './postgres/db.ts'
import { isOneOf } from './postgres/search.ts'

/** What a domain selects of each of its records. */
interface Row {
  id: number
  name: string
  organId: number
}

/** How the records of a kind are found for their comments: those in the scope, with the page that shows each. */
export function recordsOf(
  rows: (db: Db) => AliasableExpression<Row>,
  pageOf: (id: number) => string,
): CommentPart['records'] {
  return async (db, scope, ids) => {
    const found = await db
      .selectFrom(rows(db).as('r'))
      .innerJoin('organisation as o', 'o.id', 'r.organId')
      .select(['r.id', 'r.name', 'o.id as organId', 'o.name as place'])
      .where(isOneOf('r.id', ids))
      .where(scoped(scope, sql.ref('r.organId')))
      .execute()
    return new Map(found.map(({ id, ...row }) => [id, { ...row, to: pageOf(id) }]))
  }
}
