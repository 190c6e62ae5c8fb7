import { type Organisation, organisations } from '@drivesim/contract/organisations'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../api/query.ts'
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

interface Placed {
  organisation: Organisation
  depth: number
}

/** Parents before their children; one whose parent is out of scope counts as a root. */
export function inTreeOrder(list: readonly Organisation[]): Placed[] {
  const known = new Set(list.map(organisation => organisation.organizationId))
  const parentOf = ({ parentId }: Organisation) =>
    parentId !== null && known.has(parentId) ? parentId : null
  const place = (parent: number | null, depth: number): Placed[] =>
    list
      .filter(organisation => parentOf(organisation) === parent)
      .flatMap(organisation => [{ organisation, depth }, ...place(organisation.organizationId, depth + 1)])
  return place(null, 0)
}
