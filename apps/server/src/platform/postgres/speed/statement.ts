import pg from 'pg'
import { types } from '../columnTypes.ts'

/** What is kept of a statement between its runs. */
export interface Prepared {
  /** Its name on every connection. */
  readonly name: string
  /** The columns that it last answered with. */
  columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly type: number
  readonly read: (text: string) => unknown
}

/** Called with what became of a run: an error, or rows. */
export type Answer = (error: Error | undefined, result?: pg.QueryResult) => void

/**
 * One run of a named statement, that makes its rows itself. The driver works out for each run anew how columns are
 * read, and makes rows that all look different to V8: a page of rows takes a quarter longer that way.
 */
export class Statement extends pg.Query {
  readonly name: string
  readonly #prepared: Prepared
  readonly #rows: Record<string, unknown>[] = []
  #columns: readonly Column[] = []
  #failure: Error | undefined

  constructor(prepared: Prepared, text: string, values: unknown[], answer: Answer) {
    super(text, values, (error, result) => {
      const failure = error ?? this.#failure
      if (failure) answer(failure)
      else answer(undefined, Object.assign(result, { rows: this.#rows }))
    })
    this.name = prepared.name
    this.#prepared = prepared
  }

  /** The driver calls this before the rows come. */
  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    if (!describes(fields, this.#prepared.columns)) this.#prepared.columns = fields.map(columnOf)
    this.#columns = this.#prepared.columns
  }

  /** The driver calls this for each row, with texts. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columns, fields))
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }
}

/** Whether the columns are those that were described before; a table may have been changed meanwhile. */
function describes(fields: readonly pg.FieldDef[], columns: readonly Column[]): boolean {
  return (
    fields.length === columns.length &&
    columns.every(
      ({ name, type }, place) => fields[place]?.name === name && fields[place].dataTypeID === type,
    )
  )
}

const columnOf = ({ name, dataTypeID }: pg.FieldDef): Column => ({
  name,
  type: dataTypeID,
  read: types.getTypeParser(dataTypeID),
})

/** Field after field in the same order: so all rows of a statement are alike to V8. */
function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let place = 0
  for (const { name, read } of columns) {
    const field = fields[place] ?? null
    row[name] = field === null ? null : read(field)
    place += 1
  }
  return row
}
