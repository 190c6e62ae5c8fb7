import type { Paging } from '@drivesim/contract/paging'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** The next rows of a file, newest first: those before an id. */
export interface Part {
  readonly before: number
  readonly most: number
}

/** The next rows of a file, oldest first: those after an id. */
export interface PartAfter {
  readonly after: number
  readonly most: number
}

/** How many rows a query finds. */
export async function countOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** One page of ids and the exact total; the newest first, unless another order of what `found` has is given. */
export async function pageOf(
  db: Db,
  found: Expression<{ id: number }>,
  { pageNum, pageSize }: Paging,
  order: RawBuilder<unknown> = sql`id desc`,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${found})
    select (select count(*) from found)::bigint as total,
      array(select id from found order by ${order} limit ${pageSize} offset ${pageNum * pageSize}) as ids`.execute(
    db,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/** Where a page lies in a list that is kept counted by parts (days, blocks of ids), newest first. */
export interface Place<Part> {
  /** Rows of the whole list. */
  total: number
  /** The parts that the page lies in, from `oldest` to `newest`; null behind the last row. */
  within: { oldest: Part; newest: Part; skipped: number } | null
}

/**
 * Finds the total of a list and the parts that one of its pages lies in; `skipped` rows of the newest come before it.
 * @param counts a statement whose rows have a `part` that grows with the list's order, and `rows`, how many lie in it
 * @param added other columns of it that are added up over the whole list, while it is read
 */
export function placeOfPage<Part, Column extends string = never>(
  db: Db,
  counts: Expression<unknown>,
  { pageNum, pageSize }: Paging,
  added: readonly Column[] = [],
): Promise<Place<Part> & { sums: Record<Column, number> }> {
  return placeOfRows<Part, Column>(db, counts, { skipped: pageNum * pageSize, most: pageSize }, added)
}

/** The counts of one list by month and by day, each a statement as `placeOfPage` takes it. */
interface MonthsAndDays {
  /** Each part is the first day of a month. */
  byMonth: Expression<unknown>
  /** Of the months from the first to the last, which are given by their first days. */
  byDay(months: { first: string; last: string }): Expression<unknown>
}

/**
 * The same for days that are too many to be added up for every page: months are added up first, then only the days of those
 * months that the page lies in.
 */
export async function placeByMonths<Column extends string = never>(
  db: Db,
  { byMonth, byDay }: MonthsAndDays,
  paging: Paging,
  added: readonly Column[] = [],
): Promise<Place<string> & { sums: Record<Column, number> }> {
  const months = await placeOfPage<string, Column>(db, byMonth, paging, added)
  if (months.within === null) return months
  const { oldest, newest, skipped } = months.within
  const days = byDay({ first: oldest, last: newest })
  const { within } = await placeOfRows<string>(db, days, { skipped, most: paging.pageSize })
  return { ...months, within }
}

/** The same for any run of rows: `most` of them, after the first `skipped`. */
async function placeOfRows<Part, Column extends string = never>(
  db: Db,
  counts: Expression<unknown>,
  { skipped: offset, most }: { skipped: number; most: number },
  added: readonly Column[] = [],
): Promise<Place<Part> & { sums: Record<Column, number> }> {
  const additions = added.map(column => sql`${column}::text, coalesce(sum(${sql.ref(column)}), 0)::bigint`)
  const { rows } = await sql<{
    total: number
    oldest: Part | null
    newest: Part | null
    skipped: number
    sums: Record<Column, number>
  }>`
    with placed as (select *, sum(rows) over (order by part desc) as until from (${counts}) counts)
    select coalesce(max(until), 0)::bigint as total,
      coalesce(max(part) filter (where until >= ${offset + most}::bigint), min(part)) as oldest,
      max(part) filter (where until > ${offset}::bigint) as newest,
      ${offset}::bigint - coalesce(max(until) filter (where until <= ${offset}::bigint), 0)::bigint as skipped,
      json_build_object(${sql.join(additions)}) as sums
    from placed`.execute(db)
  const [place] = rows
  if (place === undefined) throw new Error('an aggregate gave no row')
  const { total, oldest, newest, skipped, sums } = place
  return { total, sums, within: oldest === null || newest === null ? null : { oldest, newest, skipped } }
}

/** The least id that lies in a block of ids. */
export const firstOfBlock = (block: number) => sql<number>`first_of_block(${block})`
