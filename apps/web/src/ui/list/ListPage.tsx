import type { ListChoice } from '@drivesim/contract/tools/views'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isInvalid } from '../../api/callError.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '../states.tsx'
import { Filters } from './Filters.tsx'
import { ListRows } from './ListRows.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { Pager } from './Pager.tsx'
import type { ListPageProps } from './types.ts'
import { useArrival } from './useArrival.ts'
import { useChosenRows } from './useChosenRows.ts'
import { useList } from './useList.ts'
import { useLook } from './useLook.ts'
import { ViewMissing } from './ViewMenu.tsx'
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
  const { choice, title, endpoint, rowKey, columns, filters = [], fixed = {}, embedded, above, least } = props
  const names = filters.map(filter => filter.name)
  const prefix = embedded === undefined ? '' : `${embedded}.`
  const viewId = choice.view?.viewId
  const list = useList({ endpoint, names, fixed, prefix, viewId, above, least })
  const { view, filters: asked, page, show } = list
  const look = useLook({ choice, columns, names, embedded: embedded !== undefined, view, show })

  // Rows that were here first would move when their columns come.
  const data = look.awaited ? undefined : page.data
  const rows = data?.dataList ?? []
  // On its way back to the last page.
  const isBeyond = rows.length === 0 && (data?.totalDataNum ?? 0) > 0
  const total = data?.totalDataNum ?? 0
  const chosen = useChosenRows({ rows, rowKey, filter: asked, total })
  const retry = () => void page.refetch()
  const filtered = Object.keys(view.values).length > 0
  const clearing = filtered && <Button onClick={() => show({ values: {}, pageNum: 0 })}>清空条件</Button>
  return (
    <section className={embedded === undefined ? 'ui-list' : 'ui-list ui-list-embedded'} aria-label={title}>
      {embedded === undefined && <h1 className="visually-hidden">{title}</h1>}
      {filters.length > 0 && (
        <Filters filters={filters} values={view.values} onQuery={values => show({ values, pageNum: 0 })} />
      )}
      <div className="ui-list-body">
        <ListToolbar {...props} list={list} look={look} chosen={chosen} total={total} />
        {(isBeyond || (data === undefined && page.error === null)) && <RowsSkeleton />}
        {look.missing && <ViewMissing look={look} />}
        {page.error !== null && (
          <ErrorState error={page.error} onRetry={retry} action={isInvalid(page.error) && clearing} />
        )}
        {data?.totalDataNum === 0 && <Nothing empty={props.empty} clearing={clearing} />}
        {rows.length > 0 && <ListRows {...props} rows={rows} list={list} look={look} chosen={chosen} />}
        {data?.archivedUntil != null && !data.hasNext && (
          <p className="ui-list-end ui-quiet">更早的记录已归档</p>
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

interface NothingProps {
  empty: { title: string; hint: string }
  /** What takes the conditions away; false without any. */
  clearing: ReactNode
}

function Nothing({ empty, clearing }: NothingProps) {
  if (clearing === false) return <EmptyState title={empty.title} hint={empty.hint} action={<HelpLink />} />
  return <EmptyState title="没有符合条件的数据" hint="请放宽查询条件后重试" action={clearing} />
}
