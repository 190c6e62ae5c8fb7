import { planKinds } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { backlogAges, workOrderCounts } from '@drivesim/contract/operations/workOrders/workOrderCounts'
import {
  lateness,
  workOrderPriorities,
  workOrderSources,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrderShows } from '@drivesim/contract/operations/workOrders/workOrders'
import { ClassroomPicker } from '../../../parts/ClassroomPicker.tsx'
import { asNumber, asText } from '../../../parts/numbers.ts'
import { ComponentPicker, FaultTypePicker, OpsStaffPicker } from '../../../parts/OpsPickers.tsx'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import { dayFilters } from '../../../ui/list/dayFilters.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'

type Name =
  | 'paramValue'
  | 'organId'
  | 'roomId'
  | 'state'
  | 'show'
  | 'priority'
  | 'source'
  | 'componentKindId'
  | 'faultTypeId'
  | 'assigneeId'
  | 'late'
  | 'beginDate'
  | 'endDate'
  | 'organAlone'
  | 'submittedFrom'
  | 'submittedTo'
  | 'visitOn'
  | 'planKind'
  | 'countedAs'
  | 'age'

const ages = Object.entries(backlogAges).map(([value, { label }]) => ({ value, label }))

export const workOrderFilters: readonly Filter<Name>[] = [
  { name: 'paramValue', label: '工单', kind: 'text', hint: '工单编号、车牌号或设备编号' },
  {
    name: 'organId',
    label: '机构',
    kind: 'picker',
    render: pickerControl(OrganisationPicker),
    clears: ['roomId', 'organAlone'],
  },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(workOrderStates) },
  { name: 'late', label: '时限', kind: 'select', options: optionsOf(lateness) },
  { name: 'show', label: '范围', kind: 'select', options: optionsOf(workOrderShows), more: true },
  {
    name: 'roomId',
    label: '教室',
    kind: 'picker',
    more: true,
    reads: ['organId'],
    render: ({ id, label, value, values, onChange }) => (
      <ClassroomPicker
        id={id}
        aria-label={label}
        innerLabel={label}
        organId={asNumber(values.organId)}
        value={asNumber(value)}
        onChange={picked => onChange(asText(picked))}
      />
    ),
  },
  { name: 'priority', label: '优先级', kind: 'select', options: optionsOf(workOrderPriorities), more: true },
  { name: 'source', label: '来源', kind: 'select', options: optionsOf(workOrderSources), more: true },
  {
    name: 'componentKindId',
    label: '部件',
    kind: 'picker',
    render: pickerControl(ComponentPicker),
    clears: ['faultTypeId'],
    more: true,
  },
  {
    name: 'faultTypeId',
    label: '故障类型',
    kind: 'picker',
    reads: ['componentKindId'],
    more: true,
    render: ({ id, label, value, values, onChange }) => (
      <FaultTypePicker
        id={id}
        aria-label={label}
        innerLabel={label}
        componentKindId={asNumber(values.componentKindId)}
        value={asNumber(value)}
        onChange={picked => onChange(asText(picked))}
      />
    ),
  },
  { name: 'assigneeId', label: '处理人', kind: 'picker', render: pickerControl(OpsStaffPicker), more: true },
  ...dayFilters.map(filter => ({ ...filter, more: true })),
  {
    name: 'submittedFrom',
    label: '完工起',
    kind: 'date',
    render: dayControl,
    more: true,
    range: { until: 'submittedTo', of: 'days' },
  },
  { name: 'submittedTo', label: '完工止', kind: 'date', render: dayControl, more: true },
  { name: 'visitOn', label: '巡检保养日', kind: 'date', render: dayControl, more: true },
  { name: 'planKind', label: '计划类别', kind: 'select', options: optionsOf(planKinds), more: true },
  { name: 'countedAs', label: '统计口径', kind: 'select', options: optionsOf(workOrderCounts), more: true },
  { name: 'age', label: '积压时长', kind: 'select', options: ages, more: true },
  {
    name: 'organAlone',
    label: '下级机构',
    kind: 'select',
    options: [{ value: 'yes', label: '不含下级机构' }],
    more: true,
  },
]
