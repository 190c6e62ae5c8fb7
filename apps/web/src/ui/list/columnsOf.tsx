import type { ColumnsOf, DeclaredList, ListColumn, OnlyInFile, SpecialKeys } from '@drivesim/contract/lists'
import type { ReactNode } from 'react'
import { DateTime } from '../DateTime.tsx'
import { duration, money, number, percent } from '../format.ts'
import type { Column } from './types.ts'

/** Draws a cell by hand; `shown` is what its kind would draw. */
type Render<Row> = (row: Row, shown: ReactNode) => ReactNode

/** What pages draw by hand: whatever is `special`, and what they want to be more than its kind draws, such as a link. */
type Renders<Row, Columns> = {
  readonly [Key in Exclude<SpecialKeys<Columns, OnlyInFile>, symbol | number>]: Render<Row>
} & { readonly [Key in keyof Columns]?: Render<Row> }

/** The columns of a declared list as the list's page takes them. */
export function columnsOf<
  Row extends object,
  Columns extends Readonly<Record<string, ListColumn>> & ColumnsOf<Row, Columns>,
>({ columns }: DeclaredList<Row, Columns>, renders: Renders<NoInfer<Row>, Columns>): readonly Column<Row>[] {
  const byKey: Readonly<Record<string, Render<Row> | undefined>> = renders
  return Object.entries(columns).flatMap(([key, column]) =>
    isOnScreen(column) ? [columnOf<Row>(key, column, byKey[key])] : [],
  )
}

/**
 * Some of a row's fields as a record's page shows them, with the words of its list.
 * @param keys in order
 */
export function factsOf<
  Row extends object,
  Columns extends Readonly<Record<string, ListColumn>> & ColumnsOf<Row, Columns>,
>(
  { columns }: DeclaredList<Row, Columns>,
  row: Row,
  keys: readonly (keyof Columns & string)[],
): readonly (readonly [label: string, value: ReactNode])[] {
  return keys.map(key => [columns[key].word, shownAs(columns[key], Reflect.get(row, key))])
}

const isOnScreen = ({ only, beside }: ListColumn) => only !== 'file' && beside === undefined

function columnOf<Row extends object>(key: string, column: ListColumn, render?: Render<Row>): Column<Row> {
  const { word, sortable, optional, widest } = column
  const shownOf = (row: Row) => shownAs(column, Reflect.get(row, key))
  return {
    key,
    title: word,
    render: render === undefined ? shownOf : row => render(row, shownOf(row)),
    ...(isNumeric(column) && { numeric: true }),
    ...(sortable && { sortable }),
    ...(optional && { optional }),
    ...(widest !== undefined && { clip: widest }),
  }
}

const numeric: ReadonlySet<string> = new Set(['number', 'money', 'seconds', 'minutes', 'percent'])
const isNumeric = (column: ListColumn) => column.numeric ?? numeric.has(column.kind)

/** A value as its column's kind draws it; null where there is none, which a cell shows as a dash. */
function shownAs(column: ListColumn, value: unknown): ReactNode {
  if (column.kind === 'time')
    return typeof value === 'string' || column.missing ? timeOf(column, value) : null
  if (value === null || value === undefined) return column.missing ?? null
  if (typeof value === 'number') return numberAs(column, value)
  if (typeof value === 'boolean') return value ? (column.yes ?? '是') : (column.no ?? '否')
  if (Array.isArray(value)) return value.map(item => column.words?.[item] ?? item).join('、')
  if (typeof value !== 'string') return null
  if (column.kind === 'code' || column.kind === 'day') return <span className="ui-digits">{value}</span>
  return column.words?.[value] ?? value
}

const timeOf = ({ missing }: ListColumn, value: unknown) => (
  <DateTime at={typeof value === 'string' ? value : null} {...(missing !== undefined && { missing })} />
)

function numberAs({ kind, unit }: ListColumn, value: number): ReactNode {
  if (kind === 'money') return money(value)
  if (kind === 'seconds') return duration(value)
  if (kind === 'minutes') return duration(value * 60)
  if (kind === 'percent') return percent(value)
  if (kind === 'code') return <span className="ui-digits">{value}</span>
  return unit === undefined ? number(value) : `${number(value)} ${unit}`
}
