import { Select } from 'antd'
import { clearable } from '../ui/clearable.tsx'
import { labelOrGone } from '../ui/options.ts'
import { useOrganisationOptions } from './organisationOptions.ts'
import type { ManyPickerProps } from './picker.ts'

/** Several organisations of the person's scope; one stands for all that is below it. */
export function OrganisationsPicker({ value = [], onChange, ...rest }: ManyPickerProps) {
  const { options, loading } = useOrganisationOptions({ disabledToo: true })
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ui-wide"
      placeholder="请选择机构"
      loading={loading}
      labelRender={labelOrGone(loading)}
      showSearch={{ optionFilterProp: 'name' }}
      optionLabelProp="name"
      allowClear={clearable}
      value={value}
      options={options}
      onChange={(picked: number[]) => onChange?.(picked)}
    />
  )
}
