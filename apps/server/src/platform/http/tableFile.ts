import { localTime } from '@drivesim/contract/businessDay'
import type { FilePart, FileRows } from './call.ts'
import type { Cell, DateCell, Yuan } from './cell.ts'

// Files of lists: what their columns are and how their rows are read, whatever is written of them (csv.ts, xlsx.ts).

/** Fen as the yuan that a spreadsheet adds up. */
export function yuan(fen: number | null): Yuan | null {
  return fen === null ? null : { fen }
}

/** A moment, as instants are written. */
export function time(at: string | null): DateCell | null {
  return at === null ? null : { local: localTime(at) }
}

/** A day; words in place of one stay words. */
export function day(text: string): DateCell | string
export function day(text: string | null): DateCell | string | null
export function day(text: string | null): DateCell | string | null {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? { local: text } : text
}

/** The share that a part has in a whole, in percent to the tenth; null where there is no whole. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10
}

/** A column of a file: the key of the list's column that it corresponds to, its title, and a row's cell. */
export type FileColumn<Row> = readonly [key: string, title: string, cell: (row: Row) => Cell]

/** Rows of a file that are read at a time. */
const most = 1000

/** Reads the part of a list that comes after a row, or the first; an empty one is the end. */
type Next<Row> = (part: { last: Row | undefined; most: number }) => Promise<Row[]>

/** The rows of a whole list below their head, if it has one, read part by part as they are sent. */
export const fileRows = <Row>(
  columns: readonly FileColumn<Row>[],
  next: Next<Row>,
  { titled } = { titled: true },
): FileRows => ({
  [Symbol.asyncIterator]: () => partsOf(columns, next, titled),
  only: keys => fileRows(chosenOf(columns, keys), next, { titled }),
})

/** In the order of the keys; all, where none of them is known. */
function chosenOf<Row>(columns: readonly FileColumn<Row>[], keys: readonly string[]) {
  const chosen = keys.flatMap(key => columns.filter(([own]) => own === key))
  return chosen.length === 0 ? columns : chosen
}

async function* partsOf<Row>(
  columns: readonly FileColumn<Row>[],
  next: Next<Row>,
  titled: boolean,
): AsyncGenerator<FilePart> {
  if (titled) yield { lines: [columns.map(([, title]) => title)], rows: 0 }
  let last: Row | undefined
  for (;;) {
    const rows = await next({ last, most })
    if (rows.length === 0) return
    yield { lines: rows.map(row => columns.map(([, , cell]) => cell(row))), rows: rows.length }
    last = rows.at(-1)
  }
}
