import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const securityPolicyScreens: readonly Screen[] = [
  {
    path: '/system/securityPolicy',
    name: 'securityPolicy',
    title: '安全设置',
    group: 'system',
    access: ['system:security'],
    page: lazyPage(() => import('./SecurityPolicyPage.tsx')),
  },
]
