import {
  type ColumnsOf,
  type DeclaredList,
  type ListColumn,
  type OnlyOnScreen,
  type SpecialKeys,
  unitOf,
} from '@drivesim/contract/lists'
import type { Cell } from '../http/cell.ts'
import { day, type FileColumn, time, yuan } from '../http/tableFile.ts'

/** Writes a cell by hand. */
type WriteCell<Row> = (row: Row) => Cell

/** What modules write by hand: whatever is `special` in the file, and what its kind would write otherwise. */
type Cells<Row, Columns> = {
  readonly [Key in Exclude<SpecialKeys<Columns, OnlyOnScreen>, symbol | number>]: WriteCell<Row>
} & { readonly [Key in keyof Columns]?: WriteCell<Row> }

/** The columns of a declared list as its file has them, in the order of the screen. */
export function fileColumns<
  Row extends object,
  Columns extends Readonly<Record<string, ListColumn>> & ColumnsOf<Row, Columns>,
>({ columns }: DeclaredList<Row, Columns>, cells: Cells<NoInfer<Row>, Columns>): readonly FileColumn<Row>[] {
  const byKey: Readonly<Record<string, WriteCell<Row> | undefined>> = cells
  return Object.entries(columns).flatMap(([key, column]) =>
    column.only === 'screen' ? [] : [columnOf<Row>(key, column, byKey[key])],
  )
}

const columnOf = <Row extends object>(
  key: string,
  column: ListColumn,
  write: WriteCell<Row> = row => cellOf(column, Reflect.get(row, key)),
): FileColumn<Row> => [column.beside ?? key, headOf(column), write]

/** A number's head says what it counts in: the cells below have nothing but the number. */
function headOf(column: ListColumn): string {
  const unit = unitOf(column)
  return unit === undefined ? column.word : `${column.word}（${unit}）`
}

/** A value as its column's kind writes it. @throws TypeError of a value that the kind does not take */
function cellOf(column: ListColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return numberAs(column, value)
  if (typeof value === 'boolean') return value ? (column.yes ?? '是') : (column.no ?? '否')
  const words = column.valuesInFile ? undefined : column.words
  if (Array.isArray(value)) return value.map(one => words?.[one] ?? one).join('、')
  if (typeof value !== 'string') throw new TypeError(`${column.word}: a cell cannot have ${typeof value}`)
  if (column.kind === 'time') return time(value)
  if (column.kind === 'day') return day(value)
  return words?.[value] ?? value
}

function numberAs({ kind }: ListColumn, value: number): Cell {
  if (kind === 'money') return yuan(value)
  return kind === 'percent' ? Math.round(value * 10) / 10 : value
}
