import { enabledStates } from '@drivesim/contract/enabled'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { ComponentPicker } from '../../../parts/OpsPickers.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'

interface Item {
  name: string
  state: 'enabled' | 'disabled'
  builtIn: boolean
}

/** What the lists of all dictionaries draw by hand. */
export const itemCells = {
  name: ({ name, builtIn }: Item) => (builtIn ? `${name}（内置）` : name),
  state: ({ state }: Item) => <EnabledTag enabled={state === 'enabled'} />,
}

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
  render: pickerControl(ComponentPicker),
}
