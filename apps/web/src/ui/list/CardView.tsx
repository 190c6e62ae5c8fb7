import { Cell } from './Cell.tsx'
import { ChoiceBox } from './ChoiceBox.tsx'
import { RowActions } from './RowActions.tsx'
import type { RowsProps } from './TableView.tsx'

/** The same rows as cards, for windows too narrow for a table: same values, same actions. */
export function CardView<Row>({ title, rows, rowKey, columns, actions, chosen, onChoose }: RowsProps<Row>) {
  const [head, ...facts] = columns
  return (
    <ul className="ui-cards" aria-label={title}>
      {rows.map(row => {
        const key = rowKey(row)
        return (
          <li className="ui-card" key={key}>
            <div className="ui-card-head">
              {head !== undefined && <Cell column={head} row={row} />}
              {chosen !== undefined && (
                <ChoiceBox
                  aria-label="选择此项"
                  checked={chosen.includes(key)}
                  onChange={on => onChoose(on ? [...chosen, key] : chosen.filter(other => other !== key))}
                />
              )}
            </div>
            <dl className="ui-card-facts">
              {facts.map(column => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd className={column.numeric ? 'ui-digits' : ''}>
                    <Cell column={column} row={row} wraps />
                  </dd>
                </div>
              ))}
            </dl>
            {actions !== undefined && <RowActions actions={actions(row)} />}
          </li>
        )
      })}
    </ul>
  )
}
