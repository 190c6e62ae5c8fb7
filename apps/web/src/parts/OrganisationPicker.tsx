import { Select } from 'antd'
import { clearableIn } from '../ui/clearable.tsx'
import { labelOrGone } from '../ui/options.ts'
import { useOrganisationOptions } from './organisationOptions.ts'
import type { PickerProps } from './picker.ts'
import { usePreset } from './usePreset.ts'

/** Organisations in the person's scope, those below another one indented under it. */
export function OrganisationPicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const { options, loading } = useOrganisationOptions({ disabledToo: innerLabel !== undefined })
  const open = options.filter(({ disabled }) => !disabled)
  usePreset({ ...rest, value, onChange, choices: open.map(option => option.value) })
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={innerLabel === undefined ? '请选择机构' : '全部'}
      loading={loading}
      labelRender={labelOrGone(loading)}
      showSearch={{ optionFilterProp: 'name' }}
      optionLabelProp="name"
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={options}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
