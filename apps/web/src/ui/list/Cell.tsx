import { withWholeFigures } from '../withWholeFigures.tsx'
import type { Column } from './types.ts'

interface Props<Row> {
  column: Column<Row>
  row: Row
  /** Stands where lines are broken, as on a card. */
  wraps?: boolean
}

/** One value of a row; nothing is shown as a dash, and text that was cut is whole on hover. */
export function Cell<Row>({ column, row, wraps = false }: Props<Row>) {
  const content = column.render(row)
  if (content === null || content === undefined || content === false || content === '')
    return <span className="ui-quiet">—</span>
  if (column.clip === undefined) return wraps ? withWholeFigures(content) : content
  return (
    <span
      className="ui-clip"
      style={{ maxWidth: column.clip }}
      {...(typeof content === 'string' && { title: content })}
    >
      {content}
    </span>
  )
}
