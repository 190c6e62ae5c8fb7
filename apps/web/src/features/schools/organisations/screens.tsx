import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const belowSchool = {
  group: 'institution',
  hidden: true,
  under: 'drivingManagement',
  identifies: ['organizationId'],
} as const

export const organisationScreens: readonly Screen[] = [
  {
    path: '/institution/drivingManagement',
    name: 'drivingManagement',
    title: '驾校管理',
    group: 'institution',
    access: ['organ:school'],
    acts: [{ title: '新增驾校', search: 'act=add', access: ['organ:edit'] }],
    page: lazyPage(() => import('./SchoolListPage.tsx')),
  },
  {
    path: '/institution/schoolDetail',
    name: 'schoolDetail',
    title: '驾校详情',
    access: ['organ:school'],
    recordAlone: true,
    ...belowSchool,
    page: lazyPage(() => import('./SchoolDetailPage.tsx')),
  },
  {
    path: '/institution/classroomManagement',
    name: 'classroomManagement',
    title: '教室管理',
    ...belowSchool,
    page: lazyPage(() => import('./ClassroomListPage.tsx')),
  },
  {
    path: '/institution/seviceManagement',
    name: 'seviceManagement',
    title: '服务点管理',
    ...belowSchool,
    page: lazyPage(() => import('./ServicePointListPage.tsx')),
  },
]
