import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

/** What every list of 招生 is asked. */
export interface Search {
  paramValue?: string | undefined
  schoolId?: number | undefined
}
export interface Paging {
  page: number
  pageSize: number
}
/** The next rows of a file, newest first: those before an id. */
export interface Part {
  before: number
  most: number
}

/** One page of ids, the newest first, and the exact total. */
export async function pageOf(
  db: Db,
  found: Expression<{ id: number }>,
  { page, pageSize }: Paging,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${found})
    select (select count(*) from found)::bigint as total,
      array(select id from found order by id desc limit ${pageSize} offset ${page * pageSize}) as ids`.execute(
    db,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/** Whether any of the columns contains the text as it is typed. */
export function searched(typed: string | undefined, columns: readonly string[]) {
  if (typed === undefined || typed === '') return sql<SqlBool>`true`
  const each = columns.map(column => sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${typed})) > 0`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
