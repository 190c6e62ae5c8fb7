import {
  ColumnHeightOutlined,
  DownloadOutlined,
  ReloadOutlined,
  SettingOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { type QueryKey, useIsFetching } from '@tanstack/react-query'
import { Button, Checkbox, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Column } from './types.ts'

interface Props {
  left: ReactNode
  /** Of the rows. */
  queryKey: QueryKey
  onRefresh: () => void
  dense: boolean
  onDense: (dense: boolean) => void
  columns: readonly Pick<Column<unknown>, 'key' | 'title'>[]
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
  onExport: (() => Promise<void>) | undefined
}

/** What can be done at the left; export, refresh, density and columns at the right. */
export function Toolbar(props: Props) {
  const { left, queryKey, onRefresh, dense, onDense, columns, hidden, onHidden, onExport } = props
  const density = dense ? '切换为宽松行距' : '切换为紧凑行距'
  return (
    <div className="ui-toolbar">
      <div className="ui-toolbar-left" data-acts="">
        {left}
      </div>
      <div className="ui-toolbar-right">
        {onExport !== undefined && <ExportButton onExport={onExport} />}
        <RefreshButton queryKey={queryKey} onRefresh={onRefresh} />
        <Button
          type="text"
          className="ui-wide-only"
          aria-label={density}
          title={density}
          icon={dense ? <ColumnHeightOutlined /> : <VerticalAlignMiddleOutlined />}
          onClick={() => onDense(!dense)}
        />
        <Popover
          trigger="click"
          placement="bottomRight"
          title="显示的列"
          content={
            <Checkbox.Group
              className="ui-column-choice"
              value={columns.map(column => column.key).filter(key => !hidden.includes(key))}
              onChange={shown =>
                onHidden(columns.map(column => column.key).filter(key => !shown.includes(key)))
              }
              // The first column leads to the detail, so it always stays.
              options={columns.map((column, index) => ({
                value: column.key,
                label: column.title,
                disabled: index === 0,
              }))}
            />
          }
        >
          <Button type="text" aria-label="选择显示的列" title="选择显示的列" icon={<SettingOutlined />} />
        </Popover>
      </div>
    </div>
  )
}

/** Turns while the rows are on their way. */
function RefreshButton({ queryKey, onRefresh }: Pick<Props, 'queryKey' | 'onRefresh'>) {
  const refreshing = useIsFetching({ queryKey, exact: true }) > 0
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

function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    // A failure was shown by the call.
    await onExport().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={run}>
      导出
    </Button>
  )
}
