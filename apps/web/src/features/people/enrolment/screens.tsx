import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

/** Hidden from the menu (spec §2), reached from a school's row: that is the entry they highlight. */
const ofSchool = { group: 'enroll', hidden: true, under: 'drivingManagement' } as const

export const enrolmentScreens: readonly Screen[] = [
  {
    path: '/enroll/enroll_config',
    name: 'enroll_config',
    title: '招生配置',
    ...ofSchool,
    page: lazyPage(() => import('./ConfigListPage.tsx')),
  },
  {
    path: '/enroll/enroll_student',
    name: 'enroll_student',
    personal: true,
    title: '招生学员',
    ...ofSchool,
    page: lazyPage(() => import('./ApplicantListPage.tsx')),
  },
  {
    path: '/enroll/coach',
    name: 'coach',
    personal: true,
    title: '教练管理',
    ...ofSchool,
    page: lazyPage(() => import('./CoachListPage.tsx')),
  },
  {
    path: '/enroll/simulator',
    name: 'simulator',
    title: '设备绑定',
    ...ofSchool,
    page: lazyPage(() => import('./BindingListPage.tsx')),
  },
]
