import { PlusOutlined } from '@ant-design/icons'
import { switchTo } from '@drivesim/contract/enabled'
import { type DictionaryName, dictionaryNames, dictionarySwitch } from '@drivesim/contract/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/opsSettings'
import { organisationErrors } from '@drivesim/contract/organisationShapes'
import { workOrderErrors } from '@drivesim/contract/workOrderErrors'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../api/query.ts'
import { useOpsRights } from '../../parts/opsRights.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { useCan } from '../../ui/Can.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import type { RowAction } from '../../ui/list/types.ts'
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
  component: opsSettings.componentSetEnabled,
  faultType: opsSettings.faultTypeSetEnabled,
  dealResult: opsSettings.dealResultSetEnabled,
  part: opsSettings.partSetEnabled,
} as const

const consequences: Readonly<Record<DictionaryName, string>> = {
  component: '停用后不能再选，已有的工单不变；它的故障类型和配件也不能再选。',
  faultType: '停用后不能再选，已有的工单不变；它的故障代码按“未分类”处理。',
  dealResult: '停用后不能再选，已有的工单不变。',
  part: '停用后不能再选，已有的工单不变。',
}

/** What may be done to the items of a dictionary: by those who send people out for the whole platform. */
export function useDictionary<Row extends Item>(
  name: DictionaryName,
  Form: (props: ItemFormProps<Row>) => ReactNode,
) {
  const [dialog, open] = useState<'add' | Row | null>(null)
  const mayEdit = useCan('ops:dispatch')
  const { keeps } = useOpsRights()
  const ask = useConfirm()
  const setEnabled = useChange(switches[name], { invalidates: dictionaryReads })
  const word = dictionaryNames[name]
  const reason = keeps ? null : organisationErrors.platformOnly.sentence(word)
  const machine = dictionarySwitch(name)

  const toggle = (item: Row): RowAction => {
    const enabled = item.state === 'disabled'
    const { label } = machine.actions[switchTo(enabled)]
    return {
      label,
      reason: reason ?? (item.builtIn ? workOrderErrors.dictionaryBuiltIn.sentence(item.name) : null),
      onAct: () =>
        ask({
          title: `${label}${word}“${item.name}”？`,
          consequence: enabled ? '启用后可以在工单中选择。' : consequences[name],
          verb: `${label}${word}`,
          danger: !enabled,
          run: () => setEnabled.mutateAsync({ id: item.id, enabled }),
        }),
    }
  }
  const of = (item: Row): RowAction[] => [{ label: '编辑', reason, onAct: () => open(item) }, toggle(item)]
  return {
    /** Missing for who may not edit. */
    actions: mayEdit ? { actions: of } : {},
    add: mayEdit && (
      <ActButton type="primary" icon={<PlusOutlined />} reason={reason} onClick={() => open('add')}>
        新增{word}
      </ActButton>
    ),
    dialogs: dialog && <Form {...(dialog !== 'add' && { item: dialog })} onClosed={() => open(null)} />,
  }
}
