import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const memberScreens: readonly Screen[] = [
  {
    path: '/system/memberManagement',
    name: 'memberManagement',
    personal: true,
    title: '成员管理',
    group: 'system',
    access: ['system:user'],
    acts: [{ title: '新增成员', search: 'act=add', access: ['system:user'], quick: true }],
    page: lazyPage(() => import('./MemberListPage.tsx')),
  },
  {
    path: '/system/memberDetail',
    name: 'memberDetail',
    personal: true,
    title: '成员详情',
    group: 'system',
    hidden: true,
    under: 'memberManagement',
    identifies: ['userId'],
    page: lazyPage(() => import('./MemberDetailPage.tsx')),
  },
]
