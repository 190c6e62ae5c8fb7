import { enabledStates } from '@drivesim/contract/enabled'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { ComponentPicker } from '../../parts/OpsPickers.tsx'
import { pickedBy } from '../../parts/pickedBy.tsx'
import { number } from '../../ui/format.ts'
import type { Column, Filter } from '../../ui/list/types.ts'
import { optionsOf } from '../../ui/options.ts'

interface Item {
  name: string
  sort: number
  state: 'enabled' | 'disabled'
  builtIn: boolean
}

/** What every dictionary shows first. */
export const nameColumn: Column<Item> = {
  key: 'name',
  title: '名称',
  clip: 220,
  render: ({ name, builtIn }) => (builtIn ? `${name}（内置）` : name),
}

/** And last. */
export const endColumns: readonly Column<Item>[] = [
  { key: 'state', title: '状态', render: row => <EnabledTag enabled={row.state === 'enabled'} /> },
  { key: 'sort', title: '排序', numeric: true, optional: true, render: row => number(row.sort) },
]

export const nameFilter = (label: string, hint: string): Filter<'paramValue'> => ({
  name: 'paramValue',
  label,
  kind: 'text',
  hint,
})

export const stateFilter: Filter<'state'> = {
  name: 'state',
  label: '状态',
  kind: 'select',
  options: optionsOf(enabledStates),
}

export const componentFilter: Filter<'componentKindId'> = {
  name: 'componentKindId',
  label: '部件',
  kind: 'picker',
  render: pickedBy(ComponentPicker),
}
