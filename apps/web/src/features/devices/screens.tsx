import type { Screen } from '../../app/screen.ts'
import { UnderConstruction } from '../../app/UnderConstruction.tsx'

export const deviceScreens: readonly Screen[] = [
  {
    path: '/device/deviceManagement',
    name: 'deviceManagement',
    title: '设备列表',
    group: 'device',
    access: ['device:simulator'],
    page: UnderConstruction,
  },
  {
    path: '/device/deviceDetail',
    name: 'deviceDetail',
    title: '设备详情',
    group: 'device',
    hidden: true,
    under: 'deviceManagement',
    identifies: ['simulatorId'],
    page: UnderConstruction,
  },
]
