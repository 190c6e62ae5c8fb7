import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../api/query.ts'
import { clearableIn } from '../ui/clearable.tsx'
import { labelOrGone } from '../ui/options.ts'
import type { PickerProps } from './picker.ts'
import { usePreset } from './usePreset.ts'

interface Props extends PickerProps {
  placeholder?: string
  /** A school to leave out. */
  except?: number
}

/** Schools in the person's scope. */
export function SchoolPicker({ innerLabel, placeholder, except, value, onChange, ...rest }: Props) {
  const list = useQuery(query(organisations.schools, {}))
  const schools = (list.data ?? []).filter(({ organizationId }) => organizationId !== except)
  usePreset({ ...rest, value, onChange, choices: schools.map(({ organizationId }) => organizationId) })
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={placeholder ?? (innerLabel === undefined ? '请选择驾校' : '全部')}
      loading={list.isPending}
      labelRender={labelOrGone(list.isPending)}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={schools.map(school => ({ value: school.organizationId, label: school.name }))}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
