import { localTime } from '@drivesim/contract/businessDay'
import { type LogRow, operationLog } from '@drivesim/contract/operationLog'
import { useState } from 'react'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter, FilterControl } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { OperationDrawer } from './OperationDrawer.tsx'
import './operationLog.css'

const columns = (open: (row: LogRow) => void): Column<LogRow>[] => [
  {
    key: 'at',
    title: '时间',
    render: row => (
      <OpenButton onOpen={() => open(row)}>
        <span className="ui-digits">{localTime(row.at)}</span>
      </OpenButton>
    ),
  },
  {
    key: 'userName',
    title: '操作人',
    clip: 200,
    render: row => (row.userName === null ? row.userAccount : `${row.userName}（${row.userAccount}）`),
  },
  { key: 'label', title: '操作', clip: 200, render: row => row.label },
  { key: 'changes', title: '变更记录数', numeric: true, render: row => number(row.changes) },
  {
    key: 'address',
    title: '来源地址',
    render: row => row.address && <span className="ui-digits">{row.address}</span>,
  },
  { key: 'device', title: '设备', clip: 220, render: row => row.device },
]

const day = ({ id, label, value, onChange }: FilterControl) => (
  <DayPicker
    id={id}
    innerLabel={label}
    value={value ?? null}
    onChange={picked => onChange(picked ?? undefined)}
  />
)

const filters: Filter<'paramValue' | 'label' | 'beginDate' | 'endDate'>[] = [
  { name: 'paramValue', label: '操作人', kind: 'text', hint: '名称或账号' },
  { name: 'label', label: '操作', kind: 'text', hint: '如 停用成员' },
  { name: 'beginDate', label: '开始日期', kind: 'custom', render: day },
  { name: 'endDate', label: '结束日期', kind: 'custom', render: day },
]

/** 操作日志: who, when, from where, what, before and after. */
export default function OperationLogPage() {
  const [opened, open] = useState<LogRow | null>(null)
  return (
    <>
      <ListPage
        name="operationLog"
        title="操作日志"
        endpoint={operationLog.list}
        exportEndpoint={operationLog.export}
        rowKey={row => row.operationId}
        columns={columns(open)}
        filters={filters}
        actions={row => [{ label: '查看变更', onAct: () => open(row) }]}
        empty={{ title: '还没有操作记录', hint: '成员新增、修改、停用任何内容后，记录会出现在这里' }}
      />
      {opened !== null && (
        <OperationDrawer
          key={opened.operationId}
          operationId={opened.operationId}
          onClosed={() => open(null)}
        />
      )}
    </>
  )
}
