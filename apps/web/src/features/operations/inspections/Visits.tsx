import { planKinds, type VisitDay } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { clearable } from '../../../ui/clearable.tsx'
import { RangePicker, useDayRange } from '../../../ui/form/RangePicker.tsx'
import { number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './inspections.module.css'

/** 工单管理 with the planned orders of a day. */
type LinkOf = (day: string, more?: Readonly<Record<string, string>>) => string

const columns = (linkOf: LinkOf): Column<VisitDay>[] => [
  { key: 'date', title: '日期', render: row => <span className="ui-digits">{row.date}</span> },
  {
    key: 'orders',
    title: '计划工单',
    numeric: true,
    render: row => <Link to={linkOf(row.date)}>{number(row.orders)}</Link>,
  },
  {
    key: 'done',
    title: '已完成',
    numeric: true,
    render: row => <Link to={linkOf(row.date, { state: 'done' })}>{number(row.done)}</Link>,
  },
  { key: 'pass', title: '通过', numeric: true, render: row => number(row.pass) },
  { key: 'fail', title: '不通过', numeric: true, render: row => number(row.fail) },
  { key: 'skip', title: '跳过', numeric: true, render: row => number(row.skip) },
]

/** Planned orders day by day, by the day on which they are to be done. */
export function Visits() {
  const [range, setRange] = useDayRange(15, 14)
  const [organId, setOrganId] = useState<number | undefined>(undefined)
  const [kind, setKind] = useState<keyof typeof planKinds | undefined>(undefined)
  const visits = useQuery(
    query(inspections.visits, { organId, kind, beginDate: range.from, endDate: range.to }, { quiet: true }),
  )
  const linkOf: LinkOf = (visitOn, more) => {
    const asked = {
      visitOn,
      ...(organId !== undefined && { organId: String(organId) }),
      ...(kind !== undefined && { planKind: kind }),
      ...more,
    }
    return `/operation/workOrder?${new URLSearchParams(asked)}`
  }
  return (
    <Panel
      title="巡检与保养日程"
      extra={
        <div className={`ui-panel-extra ${styles.visitFilters}`}>
          <div className={styles.visitOrgan}>
            <OrganisationPicker aria-label="机构" innerLabel="机构" value={organId} onChange={setOrganId} />
          </div>
          <Select
            aria-label="类别"
            placeholder="全部类别"
            allowClear={clearable}
            value={kind}
            options={optionsOf(planKinds)}
            onChange={next => setKind(next)}
          />
          <RangePicker ahead value={range} onChange={setRange} />
        </div>
      }
    >
      {visits.error !== null ? (
        <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />
      ) : visits.data === undefined ? (
        <BlockSkeleton height={240} />
      ) : (
        <RecordTable
          title="巡检与保养日程"
          rows={visits.data.filter(({ orders }) => orders > 0)}
          rowKey={row => row.date}
          columns={columns(linkOf)}
          empty="所选时间内没有巡检和保养，计划到期后会自动生成工单。"
        />
      )}
    </Panel>
  )
}
