import {
  financeOverview,
  incomeKindOf,
  incomeKinds,
  incomeList,
  uncoveredList,
} from '@drivesim/contract/money/financeOverview'
import { Link } from 'react-router'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { money, number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'

const incomeColumns = columnsOf(incomeList, {
  orderNo: ({ orderId }, shown) => <Link to={`/orderManage/courseOrder?orderId=${orderId}`}>{shown}</Link>,
  kind: incomeKindOf,
})

const dayFilters: Filter<'beginDate' | 'endDate'>[] = [
  {
    name: 'beginDate',
    label: '日期从',
    kind: 'date',
    render: dayControl,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '日期到', kind: 'date', render: dayControl },
]

const incomeFilters: Filter<'organId' | 'kind' | 'beginDate' | 'endDate'>[] = [
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
  { name: 'kind', label: '收退', kind: 'select', options: optionsOf(incomeKinds) },
  ...dayFilters,
]

/** 收入明细: the cash that paid courses, and what of it went back. */
export function IncomeList() {
  return (
    <ListPage
      name="incomes"
      title="收入明细"
      endpoint={financeOverview.incomes}
      exportEndpoint={financeOverview.incomeExport}
      rowKey={row => row.fundingId}
      columns={incomeColumns}
      filters={incomeFilters}
      sums={({ amount }) => [['合计', money(amount)]]}
      empty={{ title: '还没有收入', hint: '学员用余额购买课程后，每笔收入和退款会出现在这里' }}
    />
  )
}

const uncoveredColumns = columnsOf(uncoveredList, {
  studentName: ({ studentId }, shown) => (
    <Link to={`/student/studentDetail?userId=${studentId}`}>{shown}</Link>
  ),
})

/** 未覆盖训练: minutes that no order of the student had. */
export function UncoveredList() {
  return (
    <ListPage
      name="uncovered"
      title="未覆盖训练"
      endpoint={financeOverview.uncovered}
      exportEndpoint={financeOverview.uncoveredExport}
      rowKey={row => row.recordId}
      columns={uncoveredColumns}
      filters={[schoolFilter, ...dayFilters]}
      sums={({ minutes }) => [['合计', `${number(minutes)} 分钟`]]}
      empty={{ title: '没有未覆盖的训练', hint: '学员训练时没有可用的课程分钟，才会出现在这里' }}
    />
  )
}
