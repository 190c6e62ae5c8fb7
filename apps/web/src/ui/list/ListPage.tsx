import type { FileFormat, Page } from '@drivesim/contract/paging'
import type { ListChoice } from '@drivesim/contract/tools/views'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { isInvalid } from '../../api/callError.ts'
import { download } from '../../api/download.ts'
import { BeginTrailContext, beginTrail } from '../record/trail.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '../states.tsx'
import { useKeptFocus } from '../useKeptFocus.ts'
import { useNarrow } from '../useNarrow.ts'
import { CardView } from './CardView.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { fileColumnsOf, shownColumns } from './columnLooks.ts'
import { Filters } from './Filters.tsx'
import { Pager } from './Pager.tsx'
import { TableView } from './TableView.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { FileEndpoint, ListPageProps } from './types.ts'
import { useArrival } from './useArrival.ts'
import { useChosen } from './useChosen.ts'
import { useList } from './useList.ts'
import { useLook } from './useLook.ts'
import { ViewMenu, ViewMissing } from './ViewMenu.tsx'
import './list.css'

/** Every list of the product: a screen gives its columns, its filters and its call. */
export function ListPage<Row extends object, Input extends object, Sum>(
  props: ListPageProps<Row, Input, Sum>,
) {
  const { choice, error, retry } = useArrival(props)
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  return choice === null ? <RowsSkeleton /> : <List {...props} choice={choice} />
}

function List<Row extends object, Input extends object, Sum>(
  props: ListPageProps<Row, Input, Sum> & { choice: ListChoice },
) {
  const { choice, title, endpoint, rowKey, columns, filters = [], fixed = {}, embedded, above } = props
  const { exportEndpoint } = props
  const narrow = useNarrow()
  const names = filters.map(filter => filter.name)
  const prefix = embedded === undefined ? '' : `${embedded}.`
  const viewId = choice.view?.viewId
  const list = useList({ endpoint, names, fixed, prefix, viewId, above })
  const { view, filters: asked, queryKey, page, show, read } = list
  const look = useLook({ choice, columns, names, embedded: embedded !== undefined, view, show })

  // The same while it is: rows are rendered again where theirs are others.
  const choosable = props.selected !== undefined
  const shown = useMemo(() => shownColumns(look.all, choosable), [look.all, choosable])
  // Rows that were here first would move when their columns come.
  const data = look.awaited ? undefined : page.data
  const rows = data?.dataList ?? []
  // On its way back to the last page.
  const isBeyond = rows.length === 0 && (data?.totalDataNum ?? 0) > 0
  const total = data?.totalDataNum ?? 0
  const chosen = useChosen({ rows, rowKey, filter: asked, total })
  const retry = () => void page.refetch()
  const save = (endpoint: FileEndpoint, format: FileFormat) => {
    const chosen = { columns: fileColumnsOf(columns, look.all), format }
    return download(endpoint, { ...asked, ...chosen }, `${title}.${format}`)
  }
  const filtered = Object.keys(view.values).length > 0
  const clearing = filtered && <Button onClick={() => show({ values: {}, pageNum: 0 })}>清空条件</Button>
  const Rows = narrow ? CardView : TableView
  const { recordPath } = props
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

  return (
    <section className={embedded === undefined ? 'ui-list' : 'ui-list ui-list-embedded'} aria-label={title}>
      {embedded === undefined && <h1 className="visually-hidden">{title}</h1>}
      {filters.length > 0 && (
        <Filters filters={filters} values={view.values} onQuery={values => show({ values, pageNum: 0 })} />
      )}
      <div className="ui-list-body">
        <Toolbar
          left={
            chosen.selected.count === 0 ? (
              props.toolbar
            ) : (
              <ChosenBar
                selected={chosen.selected}
                total={props.actsOnAll && !page.isPlaceholderData ? total : undefined}
                onAll={chosen.chooseAll}
                onClear={chosen.clear}
              >
                {props.selected?.(chosen.selected, chosen.clear)}
              </ChosenBar>
            )
          }
          queryKey={queryKey}
          onRefresh={retry}
          views={<ViewMenu look={look} />}
          dense={look.dense}
          onDense={look.setDense}
          columns={<ColumnsButton look={look} />}
          onExport={exportEndpoint && (format => save(exportEndpoint, format))}
        />
        {(isBeyond || (data === undefined && page.error === null)) && <RowsSkeleton />}
        {look.missing && <ViewMissing look={look} />}
        {page.error !== null && (
          <ErrorState error={page.error} onRetry={retry} action={isInvalid(page.error) && clearing} />
        )}
        {data?.totalDataNum === 0 && <Nothing empty={props.empty} clearing={clearing} />}
        {rows.length > 0 && (
          <RowsBox old={page.isPlaceholderData}>
            <BeginTrailContext value={begin}>
              <Rows
                title={title}
                rows={rows}
                rowKey={rowKey}
                columns={shown}
                actions={props.actions}
                chosen={props.selected && chosen.keys}
                onChoose={chosen.choose}
                dense={look.dense}
                tableRef={look.table}
                acts={look.acts}
                sort={view.sort}
                onSort={sort => show({ sort, pageNum: 0 })}
              />
            </BeginTrailContext>
          </RowsBox>
        )}
        {data !== undefined && rows.length > 0 && (
          <Pager
            total={data.totalDataNum}
            sums={data.sum === undefined ? [] : (props.sums?.(data.sum) ?? [])}
            totalPages={data.totalPages}
            pageNum={view.pageNum}
            pageSize={view.pageSize}
            hasPrevious={data.hasPrevious}
            hasNext={data.hasNext}
            onTurn={pageNum => show({ pageNum })}
            onSize={pageSize => show({ pageSize, pageNum: 0 })}
          />
        )}
      </div>
    </section>
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

interface NothingProps {
  empty: { title: string; hint: string }
  /** What takes the conditions away; false without any. */
  clearing: ReactNode
}

function Nothing({ empty, clearing }: NothingProps) {
  if (clearing === false) return <EmptyState title={empty.title} hint={empty.hint} />
  return <EmptyState title="没有符合条件的数据" hint="请放宽查询条件后重试" action={clearing} />
}
