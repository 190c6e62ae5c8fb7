import { PageTabs } from '../../../ui/PageTabs.tsx'
import { ChecklistList } from './ChecklistList.tsx'
import { PlanDevices } from './PlanDevices.tsx'
import { PlanList } from './PlanList.tsx'

/** 保养计划, their devices with when each is due, and the checklists that they are done by. */
export default function PlanPage() {
  return (
    <PageTabs
      label="保养"
      tabs={[
        { name: 'plans', title: '保养计划', content: <PlanList /> },
        { name: 'devices', title: '计划内设备', content: <PlanDevices /> },
        { name: 'checklists', title: '检查清单', content: <ChecklistList /> },
      ]}
    />
  )
}
