import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const teachingScreens: readonly Screen[] = [
  {
    path: '/device/teachDateDisplay',
    name: 'teachDateDisplay',
    title: '教学数据',
    group: 'device',
    access: ['device:teachData'],
    hidden: true,
    under: 'deviceManagement',
    identifies: ['simulatorId'],
    page: lazyPage(() => import('./TeachingPage.tsx')),
  },
]
