import { organisations } from '@drivesim/contract/organisations'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../api/query.ts'
import { inTreeOrder } from './organisationTree.ts'
import type { PickerProps } from './picker.ts'

/** Organisations in the person's scope, those below another one indented under it. */
export function OrganisationPicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const list = useQuery(query(organisations.list, {}))
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={innerLabel === undefined ? '请选择机构' : '全部'}
      loading={list.isPending}
      showSearch={{ optionFilterProp: 'name' }}
      optionLabelProp="name"
      allowClear
      value={value ?? null}
      options={inTreeOrder(list.data ?? []).map(({ organisation, depth }) => ({
        value: organisation.organizationId,
        name: organisation.name,
        label: `${'　'.repeat(depth)}${organisation.name}`,
        disabled: organisation.state === 'disabled' && innerLabel === undefined,
      }))}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
