import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const pushScreens: readonly Screen[] = [
  {
    path: '/system/sendManagement',
    name: 'sendManagement',
    title: '推送管理',
    group: 'system',
    access: ['system:noticePush'],
    acts: [{ title: '新增推送', search: 'act=add', access: ['system:noticePush'], quick: true }],
    page: lazyPage(() => import('./SendPage.tsx')),
  },
]
