import type { FileFormat } from '@drivesim/contract/paging'
import { download } from '../../api/download.ts'
import { scheduleFile } from '../scheduling.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { fileColumnsOf } from './columnLooks.ts'
import { Toolbar } from './Toolbar.tsx'
import type { FileEndpoint, ListPageProps } from './types.ts'
import type { useChosenRows } from './useChosenRows.ts'
import type { useList } from './useList.ts'
import type { Look } from './useLook.ts'
import { ViewMenu } from './ViewMenu.tsx'

type Given = 'title' | 'columns' | 'toolbar' | 'selected' | 'actsOnAll' | 'exportEndpoint'

interface Props<Row, Sum> extends Pick<ListPageProps<Row, object, Sum>, Given> {
  list: ReturnType<typeof useList<Row, Sum>>
  look: Look<Row>
  chosen: ReturnType<typeof useChosenRows<Row>>
  /** Of the whole filtered list. */
  total: number
}

/** What can be done with a list, or with its chosen rows; its file has the columns that are shown. */
export function ListToolbar<Row, Sum>(props: Props<Row, Sum>) {
  const { title, columns, toolbar, selected, actsOnAll, exportEndpoint, list, look, chosen, total } = props
  const asked = () => ({ ...list.filters, columns: fileColumnsOf(columns, look.all) })
  const save = (endpoint: FileEndpoint, format: FileFormat) =>
    download(endpoint, { ...asked(), format }, `${title}.${format}`)
  const none = chosen.selected.count === 0
  return (
    <Toolbar
      chosen={!none}
      left={
        none ? (
          toolbar
        ) : (
          <ChosenBar
            selected={chosen.selected}
            total={actsOnAll && !list.page.isPlaceholderData ? total : undefined}
            onAll={chosen.chooseAll}
            onClear={chosen.clear}
          >
            {selected?.(chosen.selected, chosen.clear)}
          </ChosenBar>
        )
      }
      queryKey={list.queryKey}
      onRefresh={() => void list.page.refetch()}
      views={<ViewMenu look={look} />}
      dense={look.dense}
      onDense={look.setDense}
      columns={<ColumnsButton look={look} />}
      onExport={exportEndpoint && (format => save(exportEndpoint, format))}
      onSchedule={
        exportEndpoint?.rowsOf === undefined
          ? undefined
          : () => scheduleFile({ endpoint: exportEndpoint, input: asked(), title })
      }
    />
  )
}
