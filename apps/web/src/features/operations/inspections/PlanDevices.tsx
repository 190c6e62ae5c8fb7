import { businessDayOf } from '@drivesim/contract/businessDay'
import { dueWord, planDeviceList } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { DeviceLink } from '../../../parts/DeviceLink.tsx'
import { asNumber, asText } from '../../../parts/numbers.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import type { PickerProps } from '../../../parts/picker.ts'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { clearable } from '../../../ui/clearable.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'

const columns = columnsOf(planDeviceList, {
  simulatorName: row => <DeviceLink simulatorId={row.simulatorId} name={row.simulatorName} />,
  place: row => `${row.organName} · ${row.classroomName}`,
  dueOn: row => [row.dueOn, dueWord(row, businessDayOf(serverNow()))].filter(Boolean).join(' ') || null,
  lastDoneAt: ({ skippedOn }, shown) => (
    <>
      {shown}
      {skippedOn !== null && <span className="ui-quiet">{`，已跳过 ${skippedOn}`}</span>}
    </>
  ),
  order: row =>
    row.orderId !== null && <Link to={`/operation/orderDetail?orderId=${row.orderId}`}>{row.orderNo}</Link>,
})

function PlanPicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const plans = useQuery(query(inspections.plans, { pageSize: 100 }, { quiet: true }))
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder="全部"
      loading={plans.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value ?? null}
      options={(plans.data?.dataList ?? []).map(({ planId, name }) => ({ value: planId, label: name }))}
      onChange={(picked: number | undefined) => onChange?.(asNumber(asText(picked)))}
    />
  )
}

const filters: Filter<'planId' | 'organId' | 'due'>[] = [
  { name: 'planId', label: '计划', kind: 'picker', render: pickerControl(PlanPicker) },
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
  {
    name: 'due',
    label: '是否到期',
    kind: 'select',
    options: [
      { value: 'yes', label: '到期或即将到期' },
      { value: 'no', label: '未到期' },
    ],
  },
]

/** The devices of plans, those due first. */
export function PlanDevices() {
  return (
    <ListPage
      name="planDevices"
      title="计划内设备"
      endpoint={inspections.planDevices}
      rowKey={row => `${row.planId} ${row.simulatorId}`}
      columns={columns}
      filters={filters}
      empty={{ title: '没有计划内的设备', hint: '新增并启用保养计划后，设备会出现在这里' }}
    />
  )
}
