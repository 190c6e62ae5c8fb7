import type { Option } from '@drivesim/contract/fields'
import { Select } from 'antd'
import { clearable } from '../clearable.tsx'
import { labelOrGone } from '../options.ts'
import type { FilterControl } from './types.ts'

interface Props extends FilterControl {
  /** Missing: they are on their way. */
  options: readonly Option[] | undefined
  /** Many: what is typed narrows them. */
  searched?: boolean
}

/** A filter with one of several values, or none. */
export function FilterSelect({ id, label, value, onChange, options, searched = false }: Props) {
  return (
    <Select
      id={id}
      aria-label={label}
      className="ui-wide"
      prefix={<span className="ui-inner-label">{label}</span>}
      placeholder="全部"
      loading={options === undefined}
      labelRender={labelOrGone(options === undefined)}
      showSearch={searched && { optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value ?? null}
      options={options?.map(option => ({ value: String(option.value), label: option.label })) ?? []}
      onChange={(picked: string | null | undefined) => onChange(picked ?? undefined)}
    />
  )
}
