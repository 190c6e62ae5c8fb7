import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Db } from './db.ts'

/** Values of one column, with the type PostgreSQL is to read them as. */
export interface Column {
  readonly type:
    | 'bigint'
    | 'integer'
    | 'text'
    | 'boolean'
    | 'timestamptz'
    | 'date'
    | 'time'
    | 'inet'
    | 'uuid'
    | 'jsonb'
    | 'bytea'
  readonly values: readonly unknown[]
}

export const text = (values: readonly (string | null | undefined)[]): Column => ({ type: 'text', values })
export const ids = (values: readonly (number | null | undefined)[]): Column => ({ type: 'bigint', values })
export const integers = (values: readonly (number | null | undefined)[]): Column => ({
  type: 'integer',
  values,
})

/** Instants in epoch milliseconds. */
export const instants = (values: readonly (number | null)[]): Column => ({
  type: 'timestamptz',
  values: values.map(value => (value === null ? null : iso(value))),
})

export const iso = (instant: number): string => new Date(instant).toISOString()

/** Types with values that may need quotes. The driver quotes and escapes every value, be it one of a million numbers. */
const quotedTypes: ReadonlySet<Column['type']> = new Set(['text', 'jsonb', 'bytea'])

/** The values of a column as an array of PostgreSQL. */
export function arrayOf({ type, values }: Column): RawBuilder<unknown> {
  const given = quotedTypes.has(type) ? values : `{${values.map(value => value ?? 'NULL').join()}}`
  return sql`${given}::${sql.raw(type)}[]`
}

/** Inserts many rows given as columns of equal length, in one statement. Identity columns may be given. */
export async function insertColumns(
  db: Db,
  table: keyof DB,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map(name => sql.ref(name)))
  const arrays = sql.join(Object.values(columns).map(arrayOf))
  await sql`insert into ${sql.table(table)} (${names}) overriding system value select * from unnest(${arrays})`.execute(
    db,
  )
}

/** The next ids of a table, in rising order; `person` for those of students and members, who share theirs. */
export async function takeIds(db: Db, table: keyof DB | 'person', count: number): Promise<number[]> {
  const sequence = table === 'person' ? sql`'person_id'` : sql`pg_get_serial_sequence(${table}, 'id')`
  const { rows } = await sql<{ id: number }>`
    select nextval(${sequence}) as id from generate_series(1, ${count}::integer) order by 1`.execute(db)
  return rows.map(row => row.id)
}
