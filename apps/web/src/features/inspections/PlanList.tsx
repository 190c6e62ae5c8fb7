import { type PlanRow, planKinds } from '@drivesim/contract/inspectionShapes'
import { inspections } from '@drivesim/contract/inspections'
import { Link } from 'react-router'
import { useChange } from '../../api/query.ts'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { OrganisationPicker } from '../../parts/OrganisationPicker.tsx'
import { pickedBy } from '../../parts/pickedBy.tsx'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { useEditedRows } from '../../ui/list/useEditedRows.tsx'
import { optionsOf } from '../../ui/options.ts'
import { inUseFilter } from './inUseFilter.ts'
import { PlanForm } from './PlanForm.tsx'
import { planReads } from './reads.ts'

/** `每 90 天或每训练 200 小时`. */
const cycle = ({ everyDays, everyHours }: PlanRow) =>
  [everyDays && `每 ${number(everyDays)} 天`, everyHours && `每训练 ${number(everyHours)} 小时`]
    .filter(Boolean)
    .join('或')

const columns: readonly Column<PlanRow>[] = [
  { key: 'name', title: '计划名称', clip: 200, render: row => row.name },
  { key: 'kind', title: '类别', render: row => planKinds[row.kind] },
  { key: 'cycle', title: '周期', render: cycle },
  {
    key: 'organs',
    title: '适用机构',
    clip: 240,
    render: row => row.organs.map(({ organName }) => organName).join('、'),
  },
  {
    key: 'models',
    title: '适用型号',
    clip: 160,
    optional: true,
    render: row => (row.models.length === 0 ? '全部' : row.models.join('、')),
  },
  { key: 'checklistName', title: '检查清单', clip: 180, render: row => row.checklistName },
  {
    key: 'devices',
    title: '设备',
    numeric: true,
    render: row => (
      <Link to={`/operation/maintenancePlan?tab=devices&planId=${row.planId}`}>{number(row.devices)}</Link>
    ),
  },
  { key: 'nextDueOn', title: '最近到期', render: row => row.nextDueOn },
  { key: 'leadDays', title: '提前天数', numeric: true, optional: true, render: row => number(row.leadDays) },
  {
    key: 'needs',
    title: '提交要求',
    optional: true,
    render: row =>
      [row.needsSignature && '签字', row.needsPicture && '照片'].filter(Boolean).join('、') || null,
  },
  { key: 'enabled', title: '状态', render: row => <EnabledTag enabled={row.enabled} /> },
]

const filters: Filter<'paramValue' | 'organId' | 'kind' | 'inUse'>[] = [
  { name: 'paramValue', label: '计划', kind: 'text', hint: '名称的一部分' },
  { name: 'organId', label: '机构', kind: 'picker', render: pickedBy(OrganisationPicker) },
  { name: 'kind', label: '类别', kind: 'select', options: optionsOf(planKinds) },
  inUseFilter,
]

/** 保养计划. */
export function PlanList() {
  const setEnabled = useChange(inspections.planSetEnabled, { invalidates: planReads })
  const { actions, add, dialogs } = useEditedRows<PlanRow>({
    what: '计划',
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
        empty={{ title: '还没有保养计划', hint: '先建检查清单，再点击“新增计划”' }}
      />
      {dialogs}
    </>
  )
}
