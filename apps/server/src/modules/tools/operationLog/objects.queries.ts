import { type FoundObject, type LogObjectKind, mostObjects } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { contains } from '../../../platform/postgres/search.ts'
import { objectTables } from './objects.rules.ts'

const condition = (text: string | undefined, kind: LogObjectKind) => {
  const { name, byWhole, also = [] } = objectTables[kind]
  if (text === undefined || text === '') return sql<SqlBool>`true`
  if (byWhole) return sql<SqlBool>`t.no = ${text.toUpperCase()}`
  const each = [name, ...also].map(column => contains(sql.ref(`t.${column}`), text))
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** Records of a kind in the scope, the newest first. */
async function find(db: Db, scope: Scope, kind: LogObjectKind, where: ReturnType<typeof condition>) {
  const { name, owner, also = [] } = objectTables[kind]
  const organ = owner === null ? sql`null::bigint` : sql.ref(`t.${owner}`)
  const notes = also.map(column => sql`, t.${sql.ref(column)}::text`)
  const isOwn = scope.array === null ? sql`true` : sql`(${organ} is null or ${organ} = any(${scope.array}))`
  const { rows } = await sql<FoundObject>`
    select t.id as "objectId", coalesce(t.${sql.ref(name)}, '') as name,
      concat_ws(' · '${sql.join(notes, sql``)}, ${owner === 'id' ? sql`null` : sql`o.name`}) as note
    from ${sql.table(kind)} t left join organisation o on o.id = ${organ}
    where ${where} and ${isOwn}
    order by t.id desc limit ${mostObjects}`.execute(db)
  return rows
}

export const objectsWith = (db: Db, scope: Scope, kind: LogObjectKind, text: string | undefined) =>
  find(db, scope, kind, condition(text, kind))

/**
 * A record in the scope, or one that was removed there; undefined for what never was, and for what is elsewhere.
 */
export async function objectOf(
  db: Db,
  scope: Scope,
  kind: LogObjectKind,
  id: number,
): Promise<FoundObject | undefined> {
  const [row] = await find(db, scope, kind, sql<SqlBool>`t.id = ${id}`)
  return row ?? (await removedObject(db, scope, kind, id))
}

async function removedObject(db: Db, scope: Scope, kind: LogObjectKind, id: number) {
  const { name, owner } = objectTables[kind]
  const { rows } = await sql<{ name: string | null; owner: number | null }>`
    select before ->> ${name} as name, (before ->> ${owner ?? ''})::bigint as owner
    from operation_log_change where table_name = ${kind} and row_id = ${String(id)} and after is null
    order by id desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined || (row.owner !== null && !inScope(scope, row.owner))) return undefined
  return { objectId: id, name: row.name ?? '', note: '已删除' }
}

/** The entries that changed a record or a part of it, as a condition on `l`. */
export const aboutObject = (kind: LogObjectKind, id: number) => sql<SqlBool>`l.id = any(array(
  select operation_id from operation_log_change where table_name = ${kind} and row_id = ${String(id)}
  union
  select operation_id from operation_log_change
  where log_part_of(table_name, coalesce(after, before)) = ${`${kind}:${id}`}
))`
