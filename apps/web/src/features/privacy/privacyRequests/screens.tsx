import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const privacyScreens: readonly Screen[] = [
  {
    path: '/system/privacy',
    name: 'privacy',
    title: '个人信息保护',
    group: 'system',
    access: ['system:privacy'],
    page: lazyPage(() => import('./PrivacyPage.tsx')),
  },
]
