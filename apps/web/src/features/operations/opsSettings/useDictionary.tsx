import {
  type DictionaryName,
  dictionaryNames,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { workOrderErrors } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { useEditedRows } from '../../../ui/list/useEditedRows.tsx'
import { dictionaryReads } from './reads.ts'

interface Item {
  id: number
  name: string
  state: 'enabled' | 'disabled'
  builtIn: boolean
}

export interface ItemFormProps<Row> {
  /** Missing: a new one. */
  item?: Row
  onClosed: () => void
}

const switches = {
  component: opsSettings.setComponentEnabled,
  faultType: opsSettings.setFaultTypeEnabled,
  dealResult: opsSettings.setDealResultEnabled,
  part: opsSettings.setSparePartEnabled,
} as const

const consequences: Readonly<Record<DictionaryName, string>> = {
  component: '停用后不能再选，已有的工单不变；它的故障类型和配件也不能再选。',
  faultType: '停用后不能再选，已有的工单不变；它的故障代码按“未分类”处理。',
  dealResult: '停用后不能再选，已有的工单不变。',
  part: '停用后不能再选，已有的工单不变。',
}

/** What people who dispatch for the whole platform may do to the items of a dictionary. */
export function useDictionary<Row extends Item>(
  name: DictionaryName,
  Form: (props: ItemFormProps<Row>) => ReactNode,
) {
  const setEnabled = useChange(switches[name], { invalidates: dictionaryReads })
  const what = dictionaryNames[name]
  const reason = usePlatformOnly(what)
  return useEditedRows<Row>({
    what,
    code: 'ops:dispatch',
    reason,
    nameOf: item => item.name,
    isEnabled: ({ state }) => state === 'enabled',
    fixed: ({ builtIn, name }) => (builtIn ? workOrderErrors.dictionaryBuiltIn.sentence(name) : null),
    consequence: (_item, enabled) => (enabled ? '启用后可以在工单中选择。' : consequences[name]),
    setEnabled: ({ id }, enabled) => setEnabled.mutateAsync({ id, enabled }),
    form: (item, onClosed) => <Form {...(item && { item })} onClosed={onClosed} />,
  })
}
