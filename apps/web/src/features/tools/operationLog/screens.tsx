import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const operationLogScreens: readonly Screen[] = [
  {
    path: '/system/operationLog',
    name: 'operationLog',
    title: '操作日志',
    group: 'system',
    page: lazyPage(() => import('./OperationLogPage.tsx')),
  },
]
