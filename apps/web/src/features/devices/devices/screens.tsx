import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const deviceScreens: readonly Screen[] = [
  {
    path: '/device/deviceManagement',
    name: 'deviceManagement',
    title: '设备列表',
    group: 'device',
    access: ['device:simulator'],
    acts: [
      { title: '新增设备', search: 'act=add', access: ['device:edit'], quick: true },
      { title: '导入设备', search: 'act=import', access: ['device:edit'] },
    ],
    page: lazyPage(() => import('./DeviceListPage.tsx')),
  },
  {
    path: '/device/deviceDetail',
    name: 'deviceDetail',
    title: '设备详情',
    group: 'device',
    hidden: true,
    under: 'deviceManagement',
    identifies: ['simulatorId'],
    recordAlone: true,
    page: lazyPage(() => import('./DeviceDetailPage.tsx')),
  },
]
