import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../../../api/query.ts'
import type { PickerProps } from '../../../parts/picker.ts'
import { clearable } from '../../../ui/clearable.tsx'

/** Who has registered orders in the person's scope. */
export function ClerkPicker({ innerLabel, value, onChange, ...rest }: PickerProps) {
  const clerks = useQuery(query(orders.clerkOptions))
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={<span className="ui-inner-label">{innerLabel}</span>}
      placeholder="全部"
      loading={clerks.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value ?? null}
      options={clerks.data ?? []}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
