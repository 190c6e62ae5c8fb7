import { errors, type LogDetail, refuse } from '@drivesim/contract'
import type { Db } from '../../platform/db.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { columnName, isBookkeeping, readable, tableName } from './names.service.ts'
import { type Change, changesOf, findEntry, namesOf, type Reader, referencesOf } from './queries.ts'

/**
 * One operation with what it changed, in words: names of tables and columns, and of the rows that ids point to.
 * @throws Refusal notFound for an entry of somebody outside the reader's scope
 */
export async function readOperation(db: Db, reader: Reader, operationId: number): Promise<LogDetail> {
  const entry = await findEntry(db, reader, operationId)
  if (entry === undefined) throw refuse(errors.notFound, '操作记录')
  const all = await changesOf(db, operationId)
  const changes = all.filter(change => isInScope(reader.scope, change))
  const nameOf = await nameFinder(db, changes)
  return {
    ...entry,
    rows: changes.map(change => ({
      table: tableName(change.table),
      rowId: change.rowId,
      fields: differencesOf(change).map(({ column, before, after }) => {
        const text = (value: unknown) =>
          nameOf(change.table, column, value) ?? readable(change.table, column, value)
        return { name: columnName(change.table, column), before: text(before), after: text(after) }
      }),
    })),
  }
}

/** A row that belonged to another organisation all the time is nobody else's to read, whoever changed it. */
function isInScope(scope: Scope, { table, before, after }: Change): boolean {
  const owners = [before, after].flatMap(row => {
    const owner = table === 'organisation' ? row?.id : (row?.organ_id ?? row?.school_id)
    return typeof owner === 'number' ? [owner] : []
  })
  return owners.length === 0 || owners.some(owner => inScope(scope, owner))
}

function differencesOf({ before, after }: Change) {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns
    .filter(column => !isBookkeeping(column))
    .map(column => ({ column, before: before?.[column] ?? null, after: after?.[column] ?? null }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Finds what the rows are called that the changed columns point to: one query a table. */
async function nameFinder(db: Db, changes: readonly Change[]) {
  const references = await referencesOf(db, [...new Set(changes.map(change => change.table))])
  const wanted = new Map<string, Set<string>>()
  for (const change of changes) {
    for (const { column, before, after } of differencesOf(change)) {
      const target = references.get(`${change.table}.${column}`)
      if (target === undefined) continue
      const ids = wanted.get(target) ?? new Set()
      for (const id of [before, after]) if (id !== null) ids.add(String(id))
      wanted.set(target, ids)
    }
  }
  const names = new Map<string, Map<string, string>>()
  for (const [target, ids] of wanted) names.set(target, await namesOf(db, target, [...ids]))
  return (table: string, column: string, id: unknown): string | undefined => {
    const target = references.get(`${table}.${column}`)
    return target === undefined || id === null ? undefined : names.get(target)?.get(String(id))
  }
}
