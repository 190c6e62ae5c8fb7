import { type PlanRow, planKinds } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections, planForm } from '@drivesim/contract/operations/inspections/inspections'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import type { PickerProps } from '../../../parts/picker.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { nothingToChoose, optionsOf } from '../../../ui/options.ts'
import { planReads } from './reads.ts'

type Values = Readonly<Record<string, unknown>>

/** A plan as the form has it, of somebody else's version too. */
function formOf(plan: Values): Record<string, unknown> {
  const { organs, ...rest } = plan
  const organIds = Array.isArray(organs) ? organs.map((organ: { organId: number }) => organ.organId) : []
  return { ...rest, organIds }
}

const fresh = {
  kind: 'maintenance',
  organIds: [],
  models: [],
  leadDays: 3,
  needsSignature: false,
  needsPicture: false,
}

/** 保养计划: which devices, how often, by which checklist. */
export function PlanForm({ plan, onClosed }: { plan?: PlanRow; onClosed: () => void }) {
  const save = useChange(inspections.savePlan, { invalidates: planReads, quiet: true })
  return (
    <DrawerForm
      title={plan === undefined ? '新增保养计划' : `编辑保养计划 ${plan.name}`}
      submitText={plan === undefined ? '新增保养计划' : '保存'}
      schema={planForm}
      initial={plan === undefined ? fresh : formOf({ ...plan })}
      fromLatest={formOf}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="name">
        <Input maxLength={50} placeholder="如 季度保养" />
      </Field>
      <Field name="kind">
        <Select options={optionsOf(planKinds)} />
      </Field>
      <Field name="checklistId">
        <ChecklistPicker />
      </Field>
      <Field name="organIds" help="包括其下级机构">
        <OrganisationsPicker />
      </Field>
      <Field name="models" help="不填表示全部型号；输入后按回车">
        <Select mode="tags" open={false} suffixIcon={null} placeholder="全部型号" />
      </Field>
      <NumberField name="everyDays" help="与训练小时先到者为准，至少填一项" unit="天" />
      <NumberField name="everyHours" unit="小时" />
      <NumberField name="leadDays" unit="天" />
      <Field name="needsSignature">
        <OnOff />
      </Field>
      <Field name="needsPicture">
        <OnOff />
      </Field>
    </DrawerForm>
  )
}

function ChecklistPicker({ value, onChange, ...rest }: PickerProps) {
  const lists = useQuery(query(inspections.checklists, { inUse: 'yes', pageSize: 100 }, { quiet: true }))
  return (
    <Select
      {...rest}
      className="ui-wide"
      placeholder="请选择检查清单"
      notFoundContent={nothingToChoose(lists, '还没有检查清单，请先在“检查清单”中新增')}
      loading={lists.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={(lists.data?.dataList ?? []).map(({ checklistId, name }) => ({
        value: checklistId,
        label: name,
      }))}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
