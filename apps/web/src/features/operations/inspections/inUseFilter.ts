import type { Filter } from '../../../ui/list/types.ts'

export const inUseFilter: Filter<'inUse'> = {
  name: 'inUse',
  label: '状态',
  kind: 'select',
  options: [
    { value: 'yes', label: '启用' },
    { value: 'no', label: '停用' },
  ],
}
