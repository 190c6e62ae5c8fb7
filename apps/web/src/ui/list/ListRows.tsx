import type { Page } from '@drivesim/contract/paging'
import { type ReactNode, useMemo } from 'react'
import { BeginTrailContext, beginTrail } from '../record/trail.ts'
import { useKeptFocus } from '../useKeptFocus.ts'
import { useNarrow } from '../useNarrow.ts'
import { CardView } from './CardView.tsx'
import { shownColumns } from './columnLooks.ts'
import { TableView } from './TableView.tsx'
import type { ListPageProps } from './types.ts'
import type { useChosenRows } from './useChosenRows.ts'
import type { useList } from './useList.ts'
import type { Look } from './useLook.ts'

type Given = 'title' | 'rowKey' | 'actions' | 'selected' | 'recordPath'

interface Props<Row, Sum> extends Pick<ListPageProps<Row, object, Sum>, Given> {
  rows: Row[]
  list: ReturnType<typeof useList<Row, Sum>>
  look: Look<Row>
  chosen: ReturnType<typeof useChosenRows<Row>>
}

/** A page of rows: a table, or cards where there is no room for one. A record opened from it can be left to its neighbours. */
export function ListRows<Row extends object, Sum>(props: Props<Row, Sum>) {
  const { title, rowKey, actions, selected, recordPath, rows, list, look, chosen } = props
  const { view, page, show, read } = list
  const narrow = useNarrow()
  // The same while it is: rows are rendered again where theirs are others.
  const choosable = selected !== undefined
  const shown = useMemo(() => shownColumns(look.all, choosable), [look.all, choosable])
  const begin = (path: string) => {
    if (page.data === undefined || recordPath === undefined) return
    const trailPage = ({ dataList, hasNext }: Page<Row>) => ({ paths: dataList.map(recordPath), hasNext })
    const trail = {
      ...trailPage(page.data),
      pageNum: view.pageNum,
      read: async (pageNum: number) => trailPage(await read(pageNum)),
    }
    beginTrail({ path, trail })
  }
  const Rows = narrow ? CardView : TableView
  return (
    <RowsBox old={page.isPlaceholderData}>
      <BeginTrailContext value={begin}>
        <Rows
          title={title}
          rows={rows}
          rowKey={rowKey}
          columns={shown}
          actions={actions}
          chosen={selected && chosen.keys}
          onChoose={chosen.choose}
          dense={look.dense}
          tableRef={look.table}
          acts={look.acts}
          sort={view.sort}
          onSort={sort => show({ sort, pageNum: 0 })}
        />
      </BeginTrailContext>
    </RowsBox>
  )
}

function RowsBox({ old, children }: { old: boolean; children: ReactNode }) {
  const kept = useKeptFocus<HTMLDivElement>()
  return (
    <div {...kept} className={old ? 'ui-rows ui-rows-old' : 'ui-rows'} data-rows="" tabIndex={-1}>
      {children}
    </div>
  )
}
