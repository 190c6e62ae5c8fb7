import { type SqlBool, sql } from 'kysely'

/** LIKE pattern of what contains the text as it is typed. */
export function containing(text = ''): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether any of the columns contains the text as it is typed. */
export function searched(typed: string | undefined, columns: readonly string[]) {
  if (typed === undefined || typed === '') return sql<SqlBool>`true`
  const each = columns.map(column => sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${typed})) > 0`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
