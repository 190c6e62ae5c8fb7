import {
  type changeKinds,
  errors,
  type LogDetail,
  type LogEntry,
  type LogObject,
  type LogRow,
  refuse,
} from '@drivesim/contract'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Words } from './names.ts'
import { asksForNothing } from './objects.service.ts'
import {
  type Change,
  changesOf,
  type Filter,
  findEntry,
  firstChangesOf,
  listBefore,
  listPage,
  type Reader,
  type Referenced,
  referencedRows,
  referencesOf,
} from './queries.ts'

/**
 * One operation with what it changed, in words: names of tables and columns, and of the rows that ids point to.
 * @throws Refusal notFound for an entry of somebody outside the reader's scope
 */
export async function readOperation(
  db: Db,
  reader: Reader,
  operationId: number,
  words: Words,
): Promise<LogDetail> {
  const entry = await findEntry(db, reader, operationId)
  if (entry === undefined) throw refuse(errors.notFound, '操作记录')
  const changes = await changesOf(db, operationId)
  const find = await referenceFinder(db, changes)
  return {
    ...entry,
    rows: changes
      .filter(change => isInScope(reader.scope, change, find))
      .map(change => ({
        kind: kindOf(change),
        table: words.table(change.table),
        rowId: change.rowId,
        rowName: nameOf(change, find),
        fields: differencesOf(change, words).map(({ column, before, after }) => {
          const text = (value: unknown) =>
            find(change.table, column, value)?.name ?? words.value(change.table, column, value)
          return { name: words.column(change.table, column), before: text(before), after: text(after) }
        }),
      })),
  }
}

/** The log of a reader, the latest first, with what each entry is about. */
export const entryList = (words: Words): List<Filter, LogRow, undefined, SignedInCall> => ({
  async page({ db, person }, filter, paging) {
    if (await asksForNothing(db, person, filter)) return { rows: [], total: 0, sum: undefined }
    const { rows, total } = await listPage(db, person, filter, paging)
    return { rows: await withObjects(db, person, rows, words), total, sum: undefined }
  },
  async part({ db, person }, filter, { last, most }) {
    if (await asksForNothing(db, person, filter)) return []
    const before = last?.operationId ?? Number.MAX_SAFE_INTEGER
    return withObjects(db, person, await listBefore(db, person, filter, { before, most }), words)
  },
})

/** Entries with what they are about. */
async function withObjects(
  db: Db,
  { scope }: Pick<Reader, 'scope'>,
  entries: readonly LogEntry[],
  words: Words,
): Promise<LogRow[]> {
  const changes = await firstChangesOf(
    db,
    entries.map(({ operationId }) => operationId),
  )
  const find = await referenceFinder(db, changes)
  const objects = new Map<number, LogObject>()
  for (const change of changes) {
    const name = nameOf(change, find)
    if (name === null || objects.has(change.operationId) || !isInScope(scope, change, find)) continue
    const { table, rowId, after } = change
    objects.set(change.operationId, { table, what: words.table(table), rowId, name, removed: after === null })
  }
  return entries.map(entry => ({ ...entry, object: objects.get(entry.operationId) ?? null }))
}

/** Judged by the whole row: an edit that fills empty fields has no values before it, either. */
function kindOf({ before, after }: Change): keyof typeof changeKinds {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

type Find = (table: string, column: string, id: unknown) => Referenced | undefined

/** Columns that say where a row belongs, where it has no name: a member's role is called by the member. */
const owners = ['simulator_id', 'member_id', 'role_id'] as const

/** A row's name, its number, or the name of its owner. */
function nameOf({ table, before, after }: Change, find: Find): string | null {
  const row = after ?? before
  const name = row?.name ?? row?.no
  if (typeof name === 'string') return name
  const owner = owners.find(column => typeof row?.[column] === 'number')
  return owner === undefined ? null : (find(table, owner, row?.[owner])?.name ?? null)
}

/**
 * Whether a row, as it was or as it became, belongs to an organisation of the scope. One that carries no organisation
 * belongs where the rows do that it points to: a role's code to the role's school.
 */
function isInScope(scope: Scope, { table, before, after }: Change, find: Find): boolean {
  const states = [before, after].filter(row => row !== null)
  const own = states.map(row => (table === 'organisation' ? row.id : (row.organ_id ?? row.school_id)))
  const pointedTo = states.flatMap(row =>
    Object.entries(row).map(([column, id]) => find(table, column, id)?.owner),
  )
  const known = (owners: readonly unknown[]) => owners.filter(owner => typeof owner === 'number')
  const owners = known(own).length > 0 ? known(own) : known(pointedTo)
  return owners.length === 0 || owners.some(owner => inScope(scope, owner))
}

function differencesOf({ table, before, after }: Change, words: Words) {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns
    .filter(column => !words.isInternal(table, column))
    .map(column => ({ column, before: before?.[column] ?? null, after: after?.[column] ?? null }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Reads the rows that the changed rows point to: one query a table. */
async function referenceFinder(db: Db, changes: readonly Change[]): Promise<Find> {
  const targets = await referencesOf(db, [...new Set(changes.map(change => change.table))])
  const wanted = new Map<string, Set<string>>()
  for (const { table, before, after } of changes) {
    for (const [column, id] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const target = targets.get(`${table}.${column}`)
      if (target === undefined || id === null) continue
      wanted.set(target, (wanted.get(target) ?? new Set()).add(String(id)))
    }
  }
  const rows = new Map<string, Map<string, Referenced>>()
  for (const [target, ids] of wanted) rows.set(target, await referencedRows(db, target, [...ids]))
  return (table, column, id) => rows.get(targets.get(`${table}.${column}`) ?? '')?.get(String(id))
}
