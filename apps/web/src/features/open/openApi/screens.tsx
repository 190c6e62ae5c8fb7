import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const openApiScreens: readonly Screen[] = [
  {
    path: '/system/openApi',
    name: 'openApi',
    title: '开放接口',
    group: 'system',
    access: ['system:open'],
    page: lazyPage(() => import('./OpenApiPage.tsx')),
  },
]
