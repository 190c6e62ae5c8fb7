import { enabledStates, formatFen, maskAccountsIn, maskPhone } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import { unitOfField, wordOf, wordOfValue } from '@drivesim/contract/lists'
import type { LogNames } from '../../../platform/logNames.ts'

/** What columns are called that mean the same in every table, where a domain has no other word for its own. */
const baseColumns: Readonly<Record<string, string>> = {
  name: '名称',
  note: '备注',
  state: '状态',
  enabled: '启用',
  sort: '排序',
  organ_id: '所属机构',
  school_id: '驾校',
  member_id: '成员',
}

/** Columns of every table that are there for the program: no difference that a person made. */
const baseInternal = new Set(['id', 'version', 'created_at'])

/** Puts changed rows into words. Tables and columns are named as in the database. */
export interface Words {
  /** Whether a column says nothing to people. */
  isInternal(table: string, column: string): boolean
  /** What people call a table; its own name where no domain named it. */
  table(table: string): string
  /** What people call a column; its own name where no domain named it. */
  column(table: string, column: string): string
  /** A value as people write it; null where there is none. */
  value(table: string, column: string, value: unknown): string | null
}

/** The words of all domains together. */
export function wordsOf(domains: readonly LogNames[]): Words {
  const tables = new Map(domains.flatMap(Object.entries<LogNames[string]>))

  function value(table: string, column: string, given: unknown): string | null {
    if (given === null || given === undefined || given === '') return null
    if (Array.isArray(given)) {
      const parts = given.map(part => value(table, column, part))
      return parts.length === 0 ? null : parts.join('、')
    }
    if (typeof given === 'boolean') {
      if (column === 'enabled') return given ? enabledStates.enabled : enabledStates.disabled
      return given ? '是' : '否'
    }
    const names = tables.get(table)
    if (typeof given === 'number') {
      if (names?.money?.includes(column)) return formatFen(given)
      const unit = unitOfField(names?.fields ?? [], fieldOf(column))
      return unit === undefined ? String(given) : `${given} ${unit}`
    }
    if (typeof given !== 'string') return JSON.stringify(given, maskedInside)
    if (names?.phones?.includes(column) && !given.includes('@')) return maskPhone(given)
    if (names?.accounts?.includes(column)) return maskAccountsIn(given)
    return (
      names?.values?.[column]?.[given] ??
      wordOfValue(names?.fields ?? [], fieldOf(column), given) ??
      readableTime(given)
    )
  }

  return {
    isInternal: (table, column) =>
      baseInternal.has(column) || (tables.get(table)?.internal?.includes(column) ?? false),
    table: table => tables.get(table)?.name ?? table,
    column: (table, column) => {
      const { columns = {}, fields = [] } = tables.get(table) ?? {}
      return columns[column] ?? wordOf(fields, fieldOf(column)) ?? baseColumns[column] ?? column
    },
    value,
  }
}

/** What a request asked for stands in one column: its bank account is masked there too. */
const maskedInside = (key: string, value: unknown) =>
  typeof value === 'string' && /^(bank|account|payee)$/.test(key) ? maskAccountsIn(value) : value

/** What the contract calls the field behind a column: `gear_type` is `gearType`. */
export const fieldOf = (column: string) =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Instants and times of day as people write them; any other text as it is. */
function readableTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return localTime(text)
  return /^\d\d:\d\d:00$/.test(text) ? text.slice(0, 5) : text
}
