import { type ChecklistRow, checklistList } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { useChange } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { useEditedRows } from '../../../ui/list/useEditedRows.tsx'
import { ChecklistForm } from './ChecklistForm.tsx'
import { inUseFilter } from './inUseFilter.ts'
import { planReads } from './reads.ts'

const columns = columnsOf(checklistList, {
  items: row => row.items.map(({ text }) => text).join('、'),
  count: row => number(row.items.length),
  enabled: row => <EnabledTag enabled={row.enabled} />,
})

const filters: Filter<'paramValue' | 'inUse'>[] = [
  { name: 'paramValue', label: '清单', kind: 'text', hint: '名称的一部分' },
  inUseFilter,
]

/** 检查清单. */
export function ChecklistList() {
  const setEnabled = useChange(inspections.setChecklistEnabled, { invalidates: planReads })
  const { actions, add, dialogs } = useEditedRows<ChecklistRow>({
    what: '检查清单',
    code: 'ops:dispatch',
    reason: null,
    nameOf: row => row.name,
    isEnabled: row => row.enabled,
    consequence: (_row, enabled) =>
      enabled ? '启用后可以用于计划。' : '停用后不能再用于计划；已生成的工单不变。',
    setEnabled: ({ checklistId }, enabled) => setEnabled.mutateAsync({ checklistId, enabled }),
    form: (list, onClosed) => <ChecklistForm {...(list && { list })} onClosed={onClosed} />,
  })
  return (
    <>
      <ListPage
        name="checklists"
        title="检查清单"
        endpoint={inspections.checklists}
        rowKey={row => row.checklistId}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有检查清单', hint: '点击“新增检查清单”，列出要逐台检查的内容' }}
      />
      {dialogs}
    </>
  )
}
