import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const opsFigureScreens: readonly Screen[] = [
  {
    path: '/operation/opsFigures',
    name: 'opsFigures',
    title: '运维分析',
    group: 'operation',
    page: lazyPage(() => import('./OpsFiguresPage.tsx')),
  },
]
