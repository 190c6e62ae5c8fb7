import { PlusOutlined } from '@ant-design/icons'
import { type OpsStaffRow, opsStaff, opsStaffStates } from '@drivesim/contract/operations/opsStaff'
import { useState } from 'react'
import { ComponentPicker } from '../../../parts/OpsPickers.tsx'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { staffColumns, staffPath } from './columns.tsx'
import { StaffForm } from './StaffForm.tsx'

const filters: Filter<'paramValue' | 'organId' | 'componentKindId' | 'state'>[] = [
  { name: 'paramValue', label: '人员', kind: 'text', hint: '姓名或账号的一部分' },
  { name: 'organId', label: '负责机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
  { name: 'componentKindId', label: '会修部件', kind: 'picker', render: pickerControl(ComponentPicker) },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(opsStaffStates) },
]

/** 运维人员. */
export default function StaffPage() {
  const [open, setOpen] = useState<OpsStaffRow | 'add' | null>(null)
  const mayEdit = useCan('ops:dispatch')
  return (
    <>
      <ListPage
        name="opsStaff"
        title="运维人员"
        endpoint={opsStaff.list}
        exportEndpoint={opsStaff.export}
        rowKey={row => row.memberId}
        columns={staffColumns}
        filters={filters}
        recordPath={staffPath}
        {...(mayEdit && { actions: (row: OpsStaffRow) => [{ label: '编辑', onAct: () => setOpen(row) }] })}
        toolbar={
          mayEdit && (
            <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={() => setOpen('add')}>
              添加运维人员
            </FormButton>
          )
        }
        empty={{ title: '还没有运维人员', hint: '点击“添加运维人员”，选择有处理工单权限的成员' }}
      />
      {open !== null && <StaffForm {...(open !== 'add' && { staff: open })} onClosed={() => setOpen(null)} />}
    </>
  )
}
