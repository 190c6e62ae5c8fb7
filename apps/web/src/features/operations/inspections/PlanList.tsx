import {
  modelsOf,
  needsOf,
  organsOf,
  type PlanRow,
  planKinds,
  planList,
} from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { Link } from 'react-router'
import { useChange } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { useEditedRows } from '../../../ui/list/useEditedRows.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { inUseFilter } from './inUseFilter.ts'
import { PlanForm } from './PlanForm.tsx'
import { planReads } from './reads.ts'

/** `每 90 天或每训练 200 小时`. */
const cycle = ({ everyDays, everyHours }: PlanRow) =>
  [everyDays && `每 ${number(everyDays)} 天`, everyHours && `每训练 ${number(everyHours)} 小时`]
    .filter(Boolean)
    .join('或')

const columns = columnsOf(planList, {
  cycle,
  organs: organsOf,
  models: modelsOf,
  // A disabled plan makes nothing due: the list of devices has none of it.
  devices: (row, shown) =>
    row.enabled ? (
      <Link to={`/operation/maintenancePlan?tab=devices&planId=${row.planId}`}>{shown}</Link>
    ) : (
      shown
    ),
  needs: row => needsOf(row) || null,
  enabled: row => <EnabledTag enabled={row.enabled} />,
})

const filters: Filter<'paramValue' | 'organId' | 'kind' | 'inUse'>[] = [
  { name: 'paramValue', label: '计划', kind: 'text', hint: '名称的一部分' },
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
  { name: 'kind', label: '类别', kind: 'select', options: optionsOf(planKinds) },
  inUseFilter,
]

/** 保养计划. */
export function PlanList() {
  const setEnabled = useChange(inspections.setPlanEnabled, { invalidates: planReads })
  const { actions, add, dialogs } = useEditedRows<PlanRow>({
    what: '保养计划',
    code: 'ops:dispatch',
    reason: null,
    nameOf: row => row.name,
    isEnabled: row => row.enabled,
    consequence: (_row, enabled) =>
      enabled ? '到期的设备会在几分钟内生成工单。' : '不再按计划生成工单；已生成的工单不变。',
    setEnabled: ({ planId }, enabled) => setEnabled.mutateAsync({ planId, enabled }),
    form: (plan, onClosed) => <PlanForm {...(plan && { plan })} onClosed={onClosed} />,
  })
  return (
    <>
      <ListPage
        name="maintenancePlans"
        title="保养计划"
        endpoint={inspections.plans}
        exportEndpoint={inspections.planExport}
        rowKey={row => row.planId}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有保养计划', hint: '先建检查清单，再点击“新增保养计划”' }}
      />
      {dialogs}
    </>
  )
}
