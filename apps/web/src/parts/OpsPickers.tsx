import { opsStaff } from '@drivesim/contract/operations/opsStaff'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { query } from '../api/query.ts'
import { clearable, clearableIn } from '../ui/clearable.tsx'
import { nothingToChoose } from '../ui/options.ts'
import { FoundPicker, useTyped } from './FoundPicker.tsx'
import { useOpsChoices } from './opsChoices.ts'
import type { ManyPickerProps, PickerProps } from './picker.ts'

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** A component of the dictionary, as a form field or as a filter. */
export function ComponentPicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const { components, isPending } = useOpsChoices()
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={innerLabel === undefined ? '请选择部件' : '全部'}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={components.map(({ value: id, label }) => ({ value: id, label }))}
      onChange={picked => onChange?.(asNumber(picked))}
    />
  )
}

/** Several components; none stands for all. */
export function ComponentsPicker({ value = [], onChange, ...rest }: ManyPickerProps) {
  const { components, isPending } = useOpsChoices()
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ui-wide"
      placeholder="全部部件"
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value}
      options={components.map(({ value: id, label }) => ({ value: Number(id), label }))}
      onChange={(picked: number[]) => onChange?.(picked)}
    />
  )
}

/** A fault type of one component; of all, under their components, where none is given. */
export function FaultTypePicker({
  innerLabel,
  placeholder,
  componentKindId,
  value,
  onChange,
  ...rest
}: PickerProps & { placeholder?: string; componentKindId?: number | undefined }) {
  const choices = useOpsChoices()
  const { components, isPending } = choices
  const shown = components.filter(({ value: id }) => componentKindId === undefined || id === componentKindId)
  const typesOf = ({ faultTypes }: (typeof shown)[number]) =>
    faultTypes.map(({ value: id, label }) => ({ value: id, label }))
  const options: NonNullable<SelectProps['options']> =
    componentKindId === undefined
      ? shown.map(component => ({ label: component.label, options: typesOf(component) }))
      : shown.flatMap(typesOf)
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={placeholder ?? (innerLabel === undefined ? '请选择故障类型' : '全部')}
      notFoundContent={nothingToChoose(choices, '该部件还没有故障类型')}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={options}
      onChange={picked => onChange?.(asNumber(picked))}
    />
  )
}

/** Somebody of the list of 运维人员, found by name. */
export function OpsStaffPicker(props: PickerProps) {
  const typing = useTyped()
  const found = useQuery({
    ...query(opsStaff.list, { paramValue: typing.asked, pageSize: 50 }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={(found.data?.dataList ?? []).map(({ memberId, name }) => ({ value: memberId, label: name }))}
      found={found}
      placeholder={props.innerLabel === undefined ? '请选择人员' : '全部'}
      nothing="没有找到，请换个词试试"
    />
  )
}
