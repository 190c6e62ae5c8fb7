import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** LIKE pattern of what contains the text as it is typed. */
export function likePattern(text = ''): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether a column contains the text, in capitals or not. What has no capitals, as Chinese, is compared as it is: folding each
 * row's letters takes ten times as long as comparing it.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const hasLetters = text.toLowerCase() !== text.toUpperCase()
  return hasLetters
    ? sql<SqlBool>`${column} ilike ${likePattern(text)}`
    : sql<SqlBool>`${column} like ${likePattern(text)}`
}

/**
 * Whether a phone is the one that was typed, whole or by its last four digits: those that the mask shows. Found by any
 * other part, a masked number could be read digit by digit.
 */
export function hasPhone(column: string, typed: string) {
  const digits = typed.replace(/[\s-]/g, '')
  const phone = sql.ref(column)
  return digits.length === 4
    ? sql<SqlBool>`right(${phone}, 4) collate "C" = ${digits}`
    : sql<SqlBool>`${phone} collate "C" = ${digits}`
}

/** Whether any of the columns contains the text as it is typed, or the phone is that. */
export function matchesSearch(typed: string | undefined, columns: readonly string[], phone?: string) {
  if (typed === undefined || typed === '') return sql<SqlBool>`true`
  const each = columns.map(column => sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${typed})) > 0`)
  const all = phone === undefined ? each : [...each, hasPhone(phone, typed)]
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

/** Whether a column has the value that is asked for; every row does where none is. */
export function equals(column: string, value: string | number | boolean | undefined) {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** Whether a column has one of these ids. */
export function isOneOf(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`
}
