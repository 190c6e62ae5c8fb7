import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const ofSchool = {
  group: 'operationAnother',
  hidden: true,
  under: 'apply',
  identifies: ['organizationId'],
} as const

export const appScreens: readonly Screen[] = [
  {
    path: '/operationAnother/apply',
    name: 'apply',
    title: '应用管理',
    group: 'operationAnother',
    page: lazyPage(() => import('./ApplyPage.tsx')),
  },
  {
    path: '/operationAnother/deviceConfig',
    name: 'deviceConfig',
    title: '设备配置',
    ...ofSchool,
    page: lazyPage(() => import('./DeviceConfigPage.tsx')),
  },
  {
    path: '/operationAnother/applyConfig',
    name: 'applyConfig',
    title: '应用配置',
    ...ofSchool,
    page: lazyPage(() => import('./ApplyConfigPage.tsx')),
  },
]
