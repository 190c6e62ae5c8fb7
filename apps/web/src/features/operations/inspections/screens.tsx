import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const group = 'operation'

export const inspectionScreens: readonly Screen[] = [
  {
    path: '/operation/maintenancePlan',
    name: 'maintenancePlan',
    title: '保养计划',
    group,
    acts: [{ title: '新增保养计划', search: 'act=add', access: ['ops:dispatch'] }],
    page: lazyPage(() => import('./PlanPage.tsx')),
  },
  {
    path: '/operation/inspection',
    name: 'inspection',
    title: '巡检盘点',
    group,
    acts: [{ title: '开始盘点', search: 'tab=stocktakes&act=add', access: ['ops:handle'] }],
    page: lazyPage(() => import('./InspectionPage.tsx')),
  },
]
