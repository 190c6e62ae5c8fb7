import { rechargeChannels } from '@drivesim/contract/orderShapes'
import { type IncomeRow, incomeKinds, situation, type UncoveredRow } from '@drivesim/contract/situation'
import { Link } from 'react-router'
import { OrganisationPicker } from '../../parts/OrganisationPicker.tsx'
import { pickedBy } from '../../parts/pickedBy.tsx'
import { schoolFilter } from '../../parts/schoolFilter.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { money, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { pickedDay } from '../../ui/list/pickedDay.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { optionsOf } from '../../ui/options.ts'

const incomeColumns: readonly Column<IncomeRow>[] = [
  {
    key: 'orderNo',
    title: '课程订单',
    render: row => (
      <Link className="ui-digits" to={`/orderManage/courseOrder?orderId=${row.orderId}`}>
        {row.orderNo}
      </Link>
    ),
  },
  { key: 'day', title: '日期', render: row => <span className="ui-digits">{row.day}</span> },
  { key: 'kind', title: '收退', render: row => incomeKinds[row.amount > 0 ? 'sale' : 'refund'] },
  { key: 'studentName', title: '学员', clip: 140, render: row => row.studentName },
  { key: 'courseName', title: '课程', clip: 200, render: row => row.courseName },
  { key: 'organName', title: '机构', clip: 180, render: row => row.organName },
  { key: 'channel', title: '充值方式', render: row => rechargeChannels[row.channel] },
  {
    key: 'refundNo',
    title: '退款单',
    optional: true,
    render: row => <span className="ui-digits">{row.refundNo}</span>,
  },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
]

const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  { name: 'beginDate', label: '日期从', kind: 'date', render: pickedDay },
  { name: 'endDate', label: '日期到', kind: 'date', render: pickedDay },
]

const incomeFilters: Filter<'organId' | 'kind' | 'beginDate' | 'endDate'>[] = [
  { name: 'organId', label: '机构', kind: 'picker', render: pickedBy(OrganisationPicker) },
  { name: 'kind', label: '收退', kind: 'select', options: optionsOf(incomeKinds) },
  ...dayFilters,
]

/** 收入明细: the cash that paid courses, and what of it went back. */
export function IncomeList() {
  return (
    <ListPage
      name="incomes"
      title="收入明细"
      endpoint={situation.incomes}
      exportEndpoint={situation.incomeExport}
      rowKey={row => row.fundingId}
      columns={incomeColumns}
      filters={incomeFilters}
      sums={({ amount }) => [['合计', money(amount)]]}
      empty={{ title: '还没有收入', hint: '学员用余额购买课程后，每笔收入和退款会出现在这里' }}
    />
  )
}

const uncoveredColumns: readonly Column<UncoveredRow>[] = [
  {
    key: 'studentName',
    title: '学员',
    clip: 140,
    render: row => <Link to={`/student/studentDetail?userId=${row.studentId}`}>{row.studentName}</Link>,
  },
  { key: 'schoolName', title: '驾校', clip: 200, render: row => row.schoolName },
  { key: 'moduleName', title: '模块', render: row => row.moduleName },
  { key: 'startedAt', title: '开始时间', render: row => <DateTime at={row.startedAt} /> },
  { key: 'minutes', title: '未覆盖分钟', numeric: true, render: row => number(row.minutes) },
]

/** 未覆盖训练: minutes that no order of the student had. */
export function UncoveredList() {
  return (
    <ListPage
      name="uncovered"
      title="未覆盖训练"
      endpoint={situation.uncovered}
      exportEndpoint={situation.uncoveredExport}
      rowKey={row => row.recordId}
      columns={uncoveredColumns}
      filters={[schoolFilter, ...dayFilters]}
      sums={({ minutes }) => [['合计', `${number(minutes)} 分钟`]]}
      empty={{ title: '没有未覆盖的训练', hint: '学员训练时没有可用的课程分钟，才会出现在这里' }}
    />
  )
}
