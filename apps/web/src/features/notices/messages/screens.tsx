import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const messageScreens: readonly Screen[] = [
  {
    path: '/message',
    name: 'message_page',
    title: '消息中心',
    hidden: true,
    page: lazyPage(() => import('./MessagePage.tsx')),
  },
]
