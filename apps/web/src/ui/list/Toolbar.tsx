import { ColumnHeightOutlined, ReloadOutlined, VerticalAlignMiddleOutlined } from '@ant-design/icons'
import type { FileFormat } from '@drivesim/contract/paging'
import { hashKey, notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { FileButtons } from '../FileButtons.tsx'
import { Button } from '../speed/Button.tsx'

interface Props {
  left: ReactNode
  /** Rows are chosen: what can be done to them stays in sight. */
  chosen: boolean
  /** Of the rows. */
  queryKey: QueryKey
  onRefresh: () => void
  dense: boolean
  onDense: (dense: boolean) => void
  /** What names the columns as they are, and what arranges them. */
  views: ReactNode
  columns: ReactNode
  onExport: ((format: FileFormat) => Promise<void>) | undefined
  onSchedule: (() => void) | undefined
}

/** The view and what can be done at the left; export, refresh, density and columns at the right. */
export function Toolbar(props: Props) {
  const { left, chosen, queryKey, onRefresh, dense, onDense, views, columns, onExport, onSchedule } = props
  const density = dense ? '切换为宽松行距' : '切换为紧凑行距'
  return (
    <div className={chosen ? 'ui-toolbar ui-toolbar-chosen' : 'ui-toolbar'}>
      {views}
      <div className="ui-toolbar-left" data-acts="">
        {left}
      </div>
      <div className="ui-toolbar-right">
        {onExport !== undefined && <FileButtons save={onExport} onSchedule={onSchedule} />}
        <RefreshButton queryKey={queryKey} onRefresh={onRefresh} />
        <Button
          type="text"
          className="ui-wide-only"
          aria-label={density}
          title={density}
          icon={dense ? <ColumnHeightOutlined /> : <VerticalAlignMiddleOutlined />}
          onClick={() => onDense(!dense)}
        />
        {columns}
      </div>
    </div>
  )
}

/** Turns while the rows are on their way. */
function RefreshButton({ queryKey, onRefresh }: Pick<Props, 'queryKey' | 'onRefresh'>) {
  const refreshing = useFetching(queryKey)
  return (
    <Button
      type="text"
      aria-label="刷新"
      title="刷新"
      aria-busy={refreshing}
      icon={<ReloadOutlined spin={refreshing} />}
      onClick={onRefresh}
    />
  )
}

/** Whether this one call is on its way. `useIsFetching` looks through all that was ever asked, whenever anything is. */
function useFetching(queryKey: QueryKey): boolean {
  const cache = useQueryClient().getQueryCache()
  const hash = hashKey(queryKey)
  const subscribe = useCallback(
    (listener: () => void) => {
      const tell = notifyManager.batchCalls(listener)
      return cache.subscribe(({ query }) => {
        if (query.queryHash === hash) tell()
      })
    },
    [cache, hash],
  )
  return useSyncExternalStore(subscribe, () => cache.get(hash)?.state.fetchStatus === 'fetching')
}
