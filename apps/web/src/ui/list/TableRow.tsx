import { type Key, PureComponent } from 'react'
import { Cell } from './Cell.tsx'
import { ChoiceBox } from './ChoiceBox.tsx'
import { RowActions } from './RowActions.tsx'
import type { Column, RowAction } from './types.ts'

interface Props<Row> {
  /** Of its first cell, which says what its box chooses. */
  id: string
  row: Row
  value: Key
  columns: readonly Column<Row>[]
  actions: ((row: Row) => RowAction[]) | undefined
  chosen: boolean
  /** Undefined where rows cannot be chosen. */
  onToggle: ((key: Key, on: boolean) => void) | undefined
}

/**
 * Not rendered again when its list was asked again and it is as it was. A class, since `memo` forgets whose columns they
 * are.
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
        {columns.map((column, index) => (
          <td
            key={column.key}
            {...(index === 0 && { id })}
            {...(column.numeric && { className: 'ui-numeric ui-digits' })}
          >
            <Cell column={column} row={row} />
          </td>
        ))}
        {actions !== undefined && (
          <td className="ui-actions-cell">
            <RowActions actions={actions(row)} />
          </td>
        )}
      </tr>
    )
  }
}
