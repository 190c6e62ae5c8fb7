import { useMemo } from 'react'
import { useNarrow } from '../useNarrow.ts'
import { CardView } from './CardView.tsx'
import { arrangeColumns, shownColumns } from './columnLooks.ts'
import { type RowsProps, TableView } from './TableView.tsx'
import './list.css'

interface Props<Row>
  extends Pick<RowsProps<Row>, 'title' | 'rows' | 'rowKey' | 'columns'>,
    Partial<Pick<RowsProps<Row>, 'actions' | 'chosen' | 'onChoose'>> {
  /** What stands where there is no row. */
  empty: string
}

/** Rows that come all at once, in a card of a detail page. */
export function RecordTable<Row extends object>(props: Props<Row>) {
  const { empty, actions, columns, chosen, onChoose = () => undefined, ...shown } = props
  const narrow = useNarrow()
  const arrangement = useMemo(() => shownColumns(arrangeColumns(columns, null), false), [columns])
  if (shown.rows.length === 0) return <p className="ui-quiet">{empty}</p>
  const Rows = narrow ? CardView : TableView
  return (
    <div className="ui-rows">
      <Rows {...shown} columns={arrangement} actions={actions} chosen={chosen} onChoose={onChoose} dense />
    </div>
  )
}
