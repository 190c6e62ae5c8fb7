import { PlusOutlined } from '@ant-design/icons'
import type { ChecklistRow } from '@drivesim/contract/inspectionShapes'
import { inspections } from '@drivesim/contract/inspections'
import { Button } from 'antd'
import { useState } from 'react'
import { useChange } from '../../api/query.ts'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { useCan } from '../../ui/Can.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter, RowAction } from '../../ui/list/types.ts'
import { ChecklistForm } from './ChecklistForm.tsx'
import { inUseFilter } from './inUseFilter.ts'
import { planReads } from './reads.ts'

const columns: readonly Column<ChecklistRow>[] = [
  { key: 'name', title: '清单名称', clip: 220, render: row => row.name },
  {
    key: 'items',
    title: '检查内容',
    clip: 420,
    render: row => row.items.map(({ text }) => text).join('、'),
  },
  { key: 'count', title: '项数', numeric: true, render: row => number(row.items.length) },
  { key: 'plans', title: '使用的计划', numeric: true, render: row => number(row.plans) },
  { key: 'organName', title: '所属机构', clip: 180, optional: true, render: row => row.organName },
  { key: 'enabled', title: '状态', render: row => <EnabledTag enabled={row.enabled} /> },
]
const filters: Filter<'paramValue' | 'inUse'>[] = [
  { name: 'paramValue', label: '清单', kind: 'text', hint: '名称的一部分' },
  inUseFilter,
]

/** 检查清单. */
export function ChecklistList() {
  const [open, setOpen] = useState<ChecklistRow | 'add' | null>(null)
  const mayEdit = useCan('ops:dispatch')
  const setEnabled = useChange(inspections.checklistSetEnabled, { invalidates: planReads })
  const ask = useConfirm()
  const actions = (list: ChecklistRow): RowAction[] => {
    const { checklistId, name, enabled } = list
    const verb = enabled ? '停用' : '启用'
    return [
      { label: '编辑', onAct: () => setOpen(list) },
      {
        label: verb,
        onAct: () =>
          ask({
            title: `${verb}检查清单“${name}”？`,
            consequence: enabled ? '停用后不能再用于计划；已生成的工单不变。' : '启用后可以用于计划。',
            verb: `${verb}检查清单`,
            danger: enabled,
            run: () => setEnabled.mutateAsync({ checklistId, enabled: !enabled }),
          }),
      },
    ]
  }
  return (
    <>
      <ListPage
        name="checklists"
        title="检查清单"
        endpoint={inspections.checklists}
        rowKey={row => row.checklistId}
        columns={columns}
        filters={filters}
        {...(mayEdit && { actions })}
        toolbar={
          mayEdit && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('add')}>
              新增检查清单
            </Button>
          )
        }
        empty={{ title: '还没有检查清单', hint: '点击“新增检查清单”，列出要逐台检查的内容' }}
      />
      {open !== null && (
        <ChecklistForm {...(open !== 'add' && { list: open })} onClosed={() => setOpen(null)} />
      )}
    </>
  )
}
