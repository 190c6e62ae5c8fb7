import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const roleScreens: readonly Screen[] = [
  {
    path: '/system/roleManagement',
    name: 'roleManagement',
    title: '角色管理',
    group: 'system',
    access: ['system:role'],
    acts: [{ title: '新增角色', search: 'act=add', access: ['system:role'] }],
    page: lazyPage(() => import('./RoleListPage.tsx')),
  },
  {
    path: '/system/roleDetail',
    name: 'roleDetail',
    title: '角色详情',
    group: 'system',
    hidden: true,
    under: 'roleManagement',
    identifies: ['roleId'],
    page: lazyPage(() => import('./RoleDetailPage.tsx')),
  },
]
