import { type OpsStaffRow, opsStaff, opsStaffForm } from '@drivesim/contract/operations/opsStaff'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { useAreas } from '../../../parts/areas.ts'
import { FoundPicker, useTyped } from '../../../parts/FoundPicker.tsx'
import { ComponentsPicker } from '../../../parts/OpsPickers.tsx'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import type { PickerProps } from '../../../parts/picker.ts'
import { clearable } from '../../../ui/clearable.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { staffReads } from './reads.ts'

interface Props {
  /** Missing: somebody is added to the list. */
  staff?: OpsStaffRow
  onClosed: () => void
}

/** 运维人员: where somebody is sent, what they repair, how much at once. */
export function StaffForm({ staff, onClosed }: Props) {
  const save = useChange(opsStaff.save, { invalidates: staffReads, quiet: true })
  return (
    <DrawerForm
      title={staff === undefined ? '添加运维人员' : `编辑运维人员 ${staff.name}`}
      submitText={staff === undefined ? '添加运维人员' : '保存'}
      schema={opsStaffForm}
      initial={
        staff === undefined
          ? { capacity: 6, active: true, organIds: [], componentKindIds: [] }
          : formOf({ ...staff })
      }
      fromLatest={formOf}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      {staff === undefined && (
        <Field name="memberId" help="有“处理工单”权限、还不在列表中的成员">
          <CandidatePicker />
        </Field>
      )}
      <Field name="organIds" help="包括其下级机构；派单只推荐负责该机构的人">
        <OrganisationsPicker />
      </Field>
      <Field name="componentKindIds" help="不选表示都会修">
        <ComponentsPicker />
      </Field>
      <NumberField name="capacity" help="手上工单到这个数后不再推荐" unit="单" />
      <Field name="homeCity" help="同城的工单优先推荐">
        <CityPicker />
      </Field>
      <Field name="awayUntil" help="到这一天为止不推荐">
        <DayPicker />
      </Field>
      <Field name="active" help="停用后不能再派单，手上待接单的工单退回待派单">
        <OnOff />
      </Field>
    </DrawerForm>
  )
}

type Values = Record<string, unknown>
const idsOf = (options: unknown) =>
  Array.isArray(options) ? options.map((option: { value: unknown }) => option.value) : []

/** A row as the form has it, of somebody else's version too. */
function formOf(row: Readonly<Values>): Values {
  const { state, organs, componentKinds, ...rest } = row
  return {
    ...rest,
    active: state !== 'inactive',
    organIds: idsOf(organs),
    componentKindIds: idsOf(componentKinds),
  }
}

function CandidatePicker(props: PickerProps) {
  const typing = useTyped()
  const found = useQuery({
    ...query(opsStaff.candidates, { paramValue: typing.asked }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={(found.data ?? []).map(({ value, label }) => ({ value: Number(value), label }))}
      found={found}
      placeholder="输入姓名查找"
      nothing="没有找到；成员须先有“处理工单”的角色"
    />
  )
}

interface CityProps {
  id?: string
  value?: string | null
  onChange?: (city: string | null) => void
  onBlur?: () => void
}

function CityPicker({ value, onChange, ...rest }: CityProps) {
  const areas = useAreas() ?? []
  const province = areas.find(({ cities }) => cities.some(({ areaId }) => areaId === value))
  return (
    <Cascader
      {...rest}
      className="ui-wide"
      placeholder="请选择城市"
      showSearch
      allowClear={clearable}
      value={province === undefined || !value ? [] : [province.areaId, value]}
      options={areas.map(({ areaId, name, cities }) => ({
        value: areaId,
        label: name,
        children: cities.map(city => ({ value: city.areaId, label: city.name })),
      }))}
      onChange={picked => onChange?.(picked?.[1] === undefined ? null : String(picked[1]))}
    />
  )
}
