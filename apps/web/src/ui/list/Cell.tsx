import type { Column } from './types.ts'

/** One value of a row; nothing is shown as a dash, and text that was cut is whole on hover. */
export function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.render(row)
  if (content === null || content === undefined || content === false || content === '')
    return <span className="ui-quiet">—</span>
  if (column.clip === undefined) return content
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
