import { type Key, PureComponent } from 'react'
import { Cell } from './Cell.tsx'
import { ChoiceBox } from './ChoiceBox.tsx'
import { placeOf } from './placeOf.ts'
import { RowActions } from './RowActions.tsx'
import type { RowAction, ShownColumn } from './types.ts'

interface Props<Row> {
  /** Of its first cell, which says what its box chooses. */
  id: string
  row: Row
  value: Key
  columns: readonly ShownColumn<Row>[]
  actions: ((row: Row) => RowAction[]) | undefined
  chosen: boolean
  /** Undefined where rows cannot be chosen. */
  onToggle: ((key: Key, on: boolean) => void) | undefined
}

/**
 * Not rendered again when its list was read again and the row is the same. A class, since `memo` loses the type of the
 * columns.
 */
export class TableRow<Row> extends PureComponent<Props<Row>> {
  override render() {
    const { id, row, value, columns, actions, chosen, onToggle } = this.props
    return (
      <tr className={chosen ? 'ui-row ui-row-chosen' : 'ui-row'}>
        {onToggle !== undefined && (
          <td className="ui-choice-cell">
            <ChoiceBox
              aria-label="选择此项"
              aria-describedby={id}
              checked={chosen}
              onChange={on => onToggle(value, on)}
            />
          </td>
        )}
        {columns.map((column, index) => {
          const { className, style } = placeOf(column)
          return (
            <td
              key={column.key}
              {...(index === 0 && { id })}
              className={column.numeric ? `${className} ui-digits` : className}
              style={style}
            >
              <Cell column={column} row={row} />
            </td>
          )
        })}
        {actions !== undefined && (
          <td className="ui-actions-cell">
            <RowActions actions={actions(row)} />
          </td>
        )}
      </tr>
    )
  }
}
