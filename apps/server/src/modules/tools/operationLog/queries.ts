import type { LogEntry, LogObjectKind, Paging } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { countOf, firstOfBlock, type Part, placeOfPage } from '../../../platform/postgres/paging.ts'
import { likePattern } from '../../../platform/postgres/search.ts'
import { aboutObject } from './objects.queries.ts'

/** Who reads: entries of people in their scope, and their own. */
export interface Reader {
  readonly scope: Scope
  readonly id: number
}

export interface Filter {
  paramValue?: string | undefined
  label?: string | undefined
  objectType?: LogObjectKind | undefined
  objectId?: number | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

/** Ids of the people that a reader finds entries of: their account never changes, and nobody is ever deleted. */
export function people(db: Db, { scope, id }: Reader, { paramValue }: Pick<Filter, 'paramValue'>) {
  return db
    .selectFrom('member as m')
    .select('m.id')
    .$if(scope.organisations !== null, query =>
      query.where(({ eb, or }) => or([scoped(scope, sql.ref('m.organ_id')), eb('m.id', '=', id)])),
    )
    .$if(paramValue !== undefined, query =>
      query.where(({ eb, or }) =>
        or([
          eb('m.account', 'ilike', likePattern(paramValue)),
          eb('m.name', 'ilike', likePattern(paramValue)),
        ]),
      ),
    )
}

/** The labels there are with a text in them, found one after the other on their index. */
const labelsWith = (text: string | undefined) => sql`(
  with recursive labels as (
    select min(label) as label from operation_log
    union all
    select (select min(label) from operation_log where label > labels.label) from labels where labels.label is not null
  )
  select label from labels where label ilike ${likePattern(text)}
)`

/** Whether entries are only those of some people. */
export const ofPeople = ({ scope }: Reader, { paramValue }: Pick<Filter, 'paramValue'>) =>
  scope.organisations !== null || paramValue !== undefined

function filteredEntries(db: Db, reader: Reader, filter: Filter) {
  const { label, objectType, objectId, beginDate, endDate } = filter
  const about = objectType === undefined || objectId === undefined ? null : aboutObject(objectType, objectId)
  return db
    .selectFrom('operation_log as l')
    .$if(ofPeople(reader, filter), query =>
      query.where(sql<SqlBool>`l.member_id = any(array(${people(db, reader, filter)}))`),
    )
    .$if(label !== undefined, query => query.where(sql<SqlBool>`l.label = any(array(${labelsWith(label)}))`))
    .$if(about !== null, query => query.where(sql<SqlBool>`${about}`))
    .$if(beginDate !== undefined, query => query.where('l.at', '>=', beginningOf(beginDate)))
    .$if(endDate !== undefined, query => query.where('l.at', '<', beginningOf(endDate, 1)))
}

function rows(db: Db, reader: Reader, filter: Filter) {
  return filteredEntries(db, reader, filter)
    .leftJoin('member as m', 'm.id', 'l.member_id')
    .select([
      'l.id as operationId',
      'l.at',
      'l.member_id as userId',
      'l.account as userAccount',
      'm.name as userName',
      'l.label',
      sql<string | null>`host(l.address)`.as('address'),
      'l.user_agent as userAgent',
      sql<number>`(select count(*) from operation_log_change where operation_id = l.id)`.as('changes'),
    ])
}

const toRow = <Row extends { at: Date; userAgent: string | null }>({ at, userAgent, ...row }: Row) => ({
  ...row,
  at: at.toISOString(),
  device: deviceOf(userAgent),
})

/** One page of the entries, the latest first, and how many there are. */
export async function listPage(
  db: Db,
  reader: Reader,
  filter: Filter,
  paging: Paging,
): Promise<{ rows: LogEntry[]; total: number }> {
  const kept = [filter.label, filter.objectId, filter.beginDate, filter.endDate].every(
    one => one === undefined,
  )
  const { total, ids } = await (kept ? browse : search)(db, reader, filter, paging)
  const found = await rows(db, reader, {})
    .where(sql<SqlBool>`l.id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], l.id)`)
    .execute()
  return { rows: found.map(toRow), total }
}

/** Of whomever, the total is kept, and so is where the page lies; there it is found on the key. */
async function browse(db: Db, reader: Reader, filter: Filter, paging: Paging) {
  const counts = db
    .selectFrom('operation_log_count as n')
    .select(['n.block as part', sql<number>`sum(n.entries)::integer`.as('rows')])
    .$if(ofPeople(reader, filter), query =>
      query.where(sql<SqlBool>`n.member_id = any(array(${people(db, reader, filter)}))`),
    )
    .groupBy('n.block')
  const { total, within } = await placeOfPage<number>(db, counts, paging)
  if (within === null) return { total, ids: [] }
  const found = await filteredEntries(db, reader, filter)
    .select('l.id')
    .where('l.id', '>=', firstOfBlock(within.oldest))
    .where('l.id', '<', firstOfBlock(within.newest + 1))
    .orderBy('l.id', 'desc')
    .limit(paging.pageSize)
    .offset(within.skipped)
    .execute()
  return { total, ids: found.map(entry => entry.id) }
}

/**
 * With other filters the entries are counted on an index, which has them by their time: the order of the ids, but for
 * changes made at the same moment.
 */
async function search(db: Db, reader: Reader, filter: Filter, { pageNum, pageSize }: Paging) {
  const [total, found] = await Promise.all([
    countOf(filteredEntries(db, reader, filter)),
    filteredEntries(db, reader, filter)
      .select('l.id')
      .orderBy('l.at', 'desc')
      .orderBy('l.id', 'desc')
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
  ])
  return { total, ids: found.map(entry => entry.id) }
}

/** The next entries below an id, for a file of any length. */
export async function listBefore(
  db: Db,
  reader: Reader,
  filter: Filter,
  { before, most }: Part,
): Promise<LogEntry[]> {
  const found = await rows(db, reader, filter)
    .where('l.id', '<', before)
    .orderBy('l.id', 'desc')
    .limit(most)
    .execute()
  return found.map(toRow)
}

export async function findEntry(db: Db, reader: Reader, id: number) {
  const row = await rows(db, reader, {})
    .select('l.request_id as requestId')
    .where('l.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

type Values = Readonly<Record<string, unknown>>

export interface Change {
  table: string
  rowId: string
  before: Values | null
  after: Values | null
}

/** The rows that an operation changed, in the order in which it did. */
export async function changesOf(db: Db, operationId: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select table_name as "table", row_id as "rowId", before, after
    from operation_log_change where operation_id = ${operationId} order by id`.execute(db)
  return rows
}

/** Of so many rows that an operation changed first, one has a name, or none is looked for. */
const mostLookedAt = 5

/** The rows that each of these operations changed first. */
export async function firstChangesOf(
  db: Db,
  operationIds: readonly number[],
): Promise<(Change & { operationId: number })[]> {
  const { rows } = await sql<Change & { operationId: number }>`
    select o.id as "operationId", c."table", c."rowId", c.before, c.after
    from unnest(${[...operationIds]}::bigint[]) o (id) cross join lateral (
      select id, table_name as "table", row_id as "rowId", before, after
      from operation_log_change where operation_id = o.id order by id limit ${mostLookedAt}
    ) c order by c.id`.execute(db)
  return rows
}

/** Which table each column of a table points to, where rows of that have a name or a number: "simulator.organ_id" → organisation. */
export async function referencesOf(db: Db, tables: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ column: string; target: string }>`
    select source.relname || '.' || a.attname as "column", target.relname as target
    from pg_constraint c
    join pg_class source on source.oid = c.conrelid
    join pg_class target on target.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and source.relname = any(${[...tables]}::text[])
      and exists (select from pg_attribute n where n.attrelid = c.confrelid and n.attname in ('name', 'no') and not n.attisdropped)
      and exists (select from pg_attribute k where k.attrelid = c.confrelid and k.attname = 'id' and not k.attisdropped)`.execute(
    db,
  )
  return new Map(rows.map(row => [row.column, row.target]))
}

/** A row that an id points to. */
export interface Referenced {
  name: string
  /** Whose it is; null: everybody's, or not known. */
  owner: number | null
}

/** What rows of a table are called and where they belong, by their ids as text. The table's name comes from the database itself. */
export async function referencedRows(
  db: Db,
  table: string,
  ids: readonly string[],
): Promise<Map<string, Referenced>> {
  const numbers = ids.filter(id => /^\d{1,16}$/.test(id)).map(Number)
  const { rows } = await sql<Referenced & { id: string }>`
    select t.id::text as id, coalesce(to_jsonb(t) ->> 'name', to_jsonb(t) ->> 'no') as name,
      case when ${table} = 'organisation' then t.id
        else coalesce(to_jsonb(t) ->> 'organ_id', to_jsonb(t) ->> 'school_id')::bigint end as owner
    from ${sql.table(table)} t where t.id = any(${numbers}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
