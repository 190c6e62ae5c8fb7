import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

const access = ['ops'] as const

export const workOrderSections: Sections = {
  deviceDetail: [
    { name: 'repairs', title: '维修记录', access, content: lazyPage(() => import('./DeviceOrders.tsx')) },
  ],
  faultReporting: [
    {
      name: 'report',
      title: '报修',
      access: ['ops:report', 'ops:dispatch', 'ops:handle'],
      content: lazyPage(() => import('./ReportForm.tsx').then(({ ReportForm }) => ({ default: ReportForm }))),
    },
  ],
  schoolDetail: [
    { name: 'repairs', title: '维修记录', access, content: lazyPage(() => import('./SchoolOrders.tsx')) },
  ],
  opsMemberDetail: [
    { name: 'orders', title: '工单', access, content: lazyPage(() => import('./StaffOrders.tsx')) },
  ],
}
