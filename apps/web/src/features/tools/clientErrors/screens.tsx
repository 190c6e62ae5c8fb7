import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const clientErrorScreens: readonly Screen[] = [
  {
    path: '/system/clientErrors',
    name: 'clientErrors',
    title: '前端错误',
    group: 'system',
    page: lazyPage(() => import('./ClientErrorsPage.tsx')),
  },
]
