import { lazyPage } from './app/screens/lazyPage.ts'
import type { Screen } from './app/screens/screen.ts'

/** What a label leads those to who are signed in; it is of several domains, by what they may. */
export const scannedScreens: readonly Screen[] = [
  {
    path: '/d/:simulatorNum',
    name: 'deviceLabel',
    title: '扫码设备',
    hidden: true,
    under: 'deviceManagement',
    page: lazyPage(() => import('./ScannedPage.tsx')),
  },
]
