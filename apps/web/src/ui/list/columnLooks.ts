import { type ColumnLook, narrowestColumn, widestColumn } from '@drivesim/contract/tools/views'
import { moveItem } from '../useDragSort.ts'
import type { Column, ShownColumn } from './types.ts'

/** Left and right of what is in a cell. */
const cellPadding = 16
/** The column that chooses rows. */
const choiceWidth = 44
/** A pinned column has a width, since those after it stand beside it. */
const pinnedWidth = 140

/** A column of a list with how it is shown. */
export interface ArrangedColumn<Row> {
  readonly column: Column<Row>
  readonly look: ColumnLook
}

/**
 * All columns of a list as somebody arranged them: the first stays first, what is pinned follows it. A column that they know
 * nothing of, since it came later, stands behind the one that it follows in the list; what is not there any more is dropped.
 */
export function arrangeColumns<Row>(
  columns: readonly Column<Row>[],
  looks: readonly ColumnLook[] | null,
): ArrangedColumn<Row>[] {
  const arranged: ArrangedColumn<Row>[] = (looks ?? []).flatMap(look => {
    const column = columns.find(({ key }) => key === look.key)
    return column === undefined ? [] : [{ column, look }]
  })
  for (const [index, column] of columns.entries()) {
    if (arranged.some(known => known.column === column)) continue
    const before = columns[index - 1]
    const place = arranged.findIndex(known => known.column === before) + 1
    const look = { key: column.key, width: null, pin: false, hidden: column.optional ?? false }
    arranged.splice(place, 0, { column, look })
  }
  return pinnedFirst(arranged, columns[0]?.key)
}

/** The first column, which leads to the record, then what is pinned, then the rest. */
function pinnedFirst<Row>(all: readonly ArrangedColumn<Row>[], firstKey: string | undefined) {
  const rank = ({ look }: ArrangedColumn<Row>) => (look.key === firstKey ? 0 : look.pin ? 1 : 2)
  return all
    .map(each =>
      each.look.key === firstKey ? { ...each, look: { ...each.look, pin: true, hidden: false } } : each,
    )
    .sort((a, b) => rank(a) - rank(b))
}

/** The columns that are shown, with their widths, and where the pinned ones stand. @param choosable a column of boxes stands before them */
export function shownColumns<Row>(
  all: readonly ArrangedColumn<Row>[],
  choosable: boolean,
): ShownColumn<Row>[] {
  const shown = all.filter(({ look }) => !look.hidden)
  const pinned = shown.filter(({ look }) => look.pin).length
  let left = choosable ? choiceWidth : 0
  return shown.map(({ column, look }, index) => {
    const isPinned = index < pinned
    const width = look.width ?? (isPinned && pinned > 1 ? pinnedWidth : null)
    const pin = isPinned && { pin: { left, last: index === pinned - 1 } }
    left += width ?? 0
    return { ...column, ...pin, ...(width !== null && { width, clip: width - cellPadding }) }
  })
}

/** The columns of a file, as the call takes them; undefined: the columns of the list itself, and what else a file has. */
export function fileColumnsOf(
  columns: readonly Column<never>[],
  all: readonly ArrangedColumn<never>[],
): string | undefined {
  const own = keysOf(arrangeColumns(columns, null))
  const chosen = keysOf(all)
  return chosen === own ? undefined : chosen
}

const keysOf = (all: readonly ArrangedColumn<never>[]): string =>
  all.flatMap(({ look }) => (look.hidden ? [] : [look.key])).join(',')

const looksOf = (all: readonly ArrangedColumn<never>[]): ColumnLook[] => all.map(({ look }) => look)

const change = (all: readonly ArrangedColumn<never>[], key: string, by: Partial<ColumnLook>): ColumnLook[] =>
  looksOf(all).map(look => (look.key === key ? { ...look, ...by } : look))

/** A width within its limits. */
const withinWidths = (width: number): number =>
  Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)))

export const withWidth = (all: readonly ArrangedColumn<never>[], key: string, width: number | null) =>
  change(all, key, { width: width === null ? null : withinWidths(width) })

export const withHidden = (all: readonly ArrangedColumn<never>[], key: string, hidden: boolean) =>
  change(all, key, { hidden })

/** @param measure how wide a column is now: what is pinned keeps its width, as does the first, beside which it stands */
export function withPin(
  all: readonly ArrangedColumn<never>[],
  key: string,
  pin: boolean,
  measure: (key: string) => number | undefined,
): ColumnLook[] {
  return change(all, key, { pin }).map((look, index) => {
    const measured = pin && (look.key === key || index === 0) && look.width === null && measure(look.key)
    return measured ? { ...look, width: withinWidths(measured) } : look
  })
}

/** A column at another's place. What is pinned stays before what is not. */
export function moveColumn(all: readonly ArrangedColumn<never>[], key: string, place: number): ColumnLook[] {
  const looks = looksOf(all)
  const from = looks.findIndex(look => look.key === key)
  return from < 1 || place < 1 || place >= looks.length ? looks : moveItem(looks, from, place)
}
