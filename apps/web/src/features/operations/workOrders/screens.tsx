import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const workOrderScreens: readonly Screen[] = [
  {
    path: '/operation/workOrder',
    name: 'workOrder',
    title: '工单管理',
    group: 'operation',
    acts: [
      { title: '报修', search: 'act=add', access: ['ops:report', 'ops:dispatch', 'ops:handle'], quick: true },
    ],
    page: lazyPage(() => import('./WorkOrderPage.tsx')),
  },
  {
    path: '/operation/orderDetail',
    name: 'orderDetail',
    title: '工单详情',
    group: 'operation',
    hidden: true,
    under: 'workOrder',
    identifies: ['orderId'],
    recordAlone: true,
    page: lazyPage(() => import('./OrderDetailPage.tsx')),
  },
  {
    path: '/operation/deviceRepair',
    name: 'deviceRepair',
    title: '设备维修',
    group: 'operation',
    hidden: true,
    under: 'workOrder',
    identifies: ['simulatorId'],
    page: lazyPage(() => import('./DeviceRepairPage.tsx')),
  },
]
