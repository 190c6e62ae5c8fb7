import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const runningScreens: readonly Screen[] = [
  {
    path: '/device/runningState',
    name: 'runningState',
    title: '运行状态',
    group: 'device',
    access: ['device:running'],
    page: lazyPage(() => import('./RunningPage.tsx')),
  },
]
