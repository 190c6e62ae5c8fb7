import type { z } from 'zod'
import { labelAt, wordAt } from './labels.ts'

// What a list shows, said once: the web's heads and cells, its file's heads and cells, the words by which it is sorted and the
// log's words for the same fields follow from here (docs/lists.md).

/** The words of stored values: `{ draft: '草稿' }`. */
type Words = Readonly<Record<string, string>>

/** What a column may say besides its word. */
interface ColumnOptions {
  /** The list can be ordered by it; its key is one of the call's sort fields. */
  readonly sortable?: true
  /** Not shown until it is chosen. */
  readonly optional?: true
  /** Widest on the screen, in px; longer text is cut with the whole of it on hover. */
  readonly widest?: number
  /** Where alone it stands, if not on the screen and in the file. */
  readonly only?: 'screen' | 'file'
  /** Of one that stands only in the file: the screen's column with which it is chosen, and beside which it comes. */
  readonly beside?: string
  /** What stands where there is no value yet: `从未登录`; missing: a dash, and nothing in the file. */
  readonly missing?: string
  /** Of a number: what it counts in, `年`; written behind it on the screen, and into the head of the file. */
  readonly unit?: string
  /** Of a special one: right aligned, as numbers are. */
  readonly numeric?: true
  /** Of choices: the file has the values themselves (`C1`), as forms and imports take them. */
  readonly valuesInFile?: true
  /** Of yes and no: what they are called, where not 是 and 否. */
  readonly yes?: string
  readonly no?: string
}

/** A column of a list. `Value` is what its field of a row may be. */
export interface ListColumn<in Value = never> extends ColumnOptions {
  readonly kind: string
  /** What people call it: its head, the field in a form, in a refusal and in the log. */
  readonly word: string
  /** What its values are called. */
  readonly words?: Words
  /** There for its type alone: which values it takes. */
  readonly takes?: (value: Value) => void
}

function columnOf<Value>() {
  return <const Kind extends string>(kind: Kind) =>
    <const Options extends ColumnOptions = Record<never, never>>(
      word: string,
      options?: Options,
    ): ListColumn<Value> & { readonly kind: Kind } & Options =>
      Object.assign({ kind, word }, options)
}

function choiceColumnOf<const Kind extends string, Value>(kind: Kind) {
  return <const Options extends ColumnOptions = Record<never, never>>(
    word: string,
    words: Words,
    options?: Options,
  ): ListColumn<Value> & { readonly kind: Kind; readonly words: Words } & Options =>
    Object.assign({ kind, word, words }, options)
}

/** The kinds of columns, each as the function that makes one. */
export const column = {
  /** A text as people wrote it. */
  text: columnOf<string | null>()('text'),
  /** A number, a plate or an address, in digits that line up. */
  code: columnOf<string | number | null>()('code'),
  /** A count or a measure, right aligned. */
  number: columnOf<number | null>()('number'),
  /** Fen. */
  money: columnOf<number | null>()('money'),
  /** A length of time in seconds: `12 分`; the file has the seconds. */
  seconds: columnOf<number | null>()('seconds'),
  /** A length of time in minutes: `1 小时 30 分`; the file has the minutes. */
  minutes: columnOf<number | null>()('minutes'),
  /** A share in percent: `98.5%`. */
  percent: columnOf<number | null>()('percent'),
  /** An instant; China's clock tells it. */
  time: columnOf<string | null>()('time'),
  /** A business day. */
  day: columnOf<string | null>()('day'),
  yesNo: columnOf<boolean | null>()('yesNo'),
  /** One of the values that have words, such as a machine's states. */
  choice: choiceColumnOf<'choice', string | null>('choice'),
  /** Several of them. */
  choices: choiceColumnOf<'choices', readonly string[]>('choices'),
  /** Names, one after the other. */
  names: columnOf<readonly string[]>()('names'),
  /** What follows from several fields, or from one that no kind draws: page and file say how (`render`, `cell`). */
  special: columnOf<unknown>()('special'),
} as const

/** The columns of a list of such rows: a key that is a field of the row holds what the column takes; any other is `special`. */
export type ColumnsOf<Row, Columns> = {
  readonly [Key in keyof Columns]: Key extends keyof Row
    ? ListColumn<Row[Key]>
    : ListColumn<unknown> & { readonly kind: 'special' }
}

/** A list as the contract declares it: its columns by their keys, in the order in which they stand. */
export interface DeclaredList<in Row = never, out Columns = Readonly<Record<string, ListColumn>>> {
  readonly columns: Columns
  /** There for its type alone: which rows it has. */
  readonly shows?: (row: Row) => void
}

/**
 * Declares the columns of a list, in the order in which they stand. Keys are what people's kept views hold, and therefore stay.
 * @param _row the schema of its rows
 */
export function listColumns<Row, const Columns extends Readonly<Record<string, ListColumn>>>(
  _row: z.ZodType<Row>,
  columns: Columns & ColumnsOf<Row, Columns>,
): DeclaredList<Row, Columns> {
  return { columns }
}

/** The keys of columns that are drawn by hand: on the screen by their pages, in the file by their modules. */
export type SpecialKeys<Columns, Elsewhere> = {
  [Key in keyof Columns]: Columns[Key] extends { readonly kind: 'special' }
    ? Columns[Key] extends Elsewhere
      ? never
      : Key
    : never
}[keyof Columns]

/** What only the other of the two has: the page needs no `render` of what stands in the file, nor the file a `cell`. */
export type OnlyInFile = { readonly only: 'file' } | { readonly beside: string }
export type OnlyOnScreen = { readonly only: 'screen' }

type SortableKeys<Columns> = {
  [Key in keyof Columns]: Columns[Key] extends { readonly sortable: true } ? Key : never
}[keyof Columns] &
  string

/** The columns by which a list can be ordered, with their words, as `sorting` takes them. */
export function sortWords<Columns extends Readonly<Record<string, ListColumn>>>({
  columns,
}: DeclaredList<never, Columns>): Readonly<Record<SortableKeys<Columns>, string>> {
  const isSortable = (key: string): key is SortableKeys<Columns> => columns[key]?.sortable === true
  const words = Object.keys(columns)
    .filter(isSortable)
    .map(key => [key, columns[key]?.word ?? key])
  return Object.fromEntries(words)
}

/** A field by which its list can be ordered. */
export type SortField<List> = List extends DeclaredList<never, infer Columns> ? SortableKeys<Columns> : never

const units: Readonly<Record<string, string>> = { money: '元', seconds: '秒', minutes: '分钟', percent: '%' }

/** What a column's numbers count in, where nothing but the number is written. */
export const unitOf = ({ kind, unit }: ListColumn): string | undefined => unit ?? units[kind]

/** Where fields have their words: lists and the schemas of forms. */
export type WordSource = DeclaredList | z.ZodType

const isList = (source: WordSource): source is DeclaredList => 'columns' in source

/** What people call a field, by the first that has a word for it. */
export function wordOf(sources: readonly WordSource[], field: string): string | undefined {
  return first(sources, source => (isList(source) ? source.columns[field]?.word : labelAt(source, [field])))
}

/** What people call a value of a field, by the first that has a word for it. */
export function wordOfValue(
  sources: readonly WordSource[],
  field: string,
  value: string,
): string | undefined {
  return first(sources, source =>
    isList(source)
      ? source.columns[field]?.words?.[value]
      : (wordAt(source, [field], value) ?? wordAt(source, [field, 0], value)),
  )
}

/** What the numbers of a field count in, by the first list that has it. */
export function unitOfField(sources: readonly WordSource[], field: string): string | undefined {
  return first(sources, source => {
    const found = isList(source) ? source.columns[field] : undefined
    return found && unitOf(found)
  })
}

function first<T>(
  sources: readonly WordSource[],
  find: (source: WordSource) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const found = find(source)
    if (found !== undefined) return found
  }
  return undefined
}
