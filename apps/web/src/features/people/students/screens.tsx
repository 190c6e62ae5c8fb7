import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const studentScreens: readonly Screen[] = [
  {
    path: '/student/studentManagement',
    name: 'studentManagement',
    personal: true,
    title: '学员列表',
    group: 'student',
    acts: [
      { title: '办理', search: 'act=counter', access: ['student:edit', 'order:edit'], quick: true },
      { title: '新增学员', search: 'act=add', access: ['student:edit'] },
      { title: '导入学员', search: 'act=import', access: ['student:edit'], quick: true },
    ],
    page: lazyPage(() => import('./StudentListPage.tsx')),
  },
  {
    path: '/student/studentDetail',
    name: 'studentDetail',
    personal: true,
    title: '学员详情',
    group: 'student',
    hidden: true,
    under: 'studentManagement',
    identifies: ['userId'],
    page: lazyPage(() => import('./StudentDetailPage.tsx')),
  },
]
