import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const courseScreens: readonly Screen[] = [
  {
    path: '/operationAnother/courseConfig',
    name: 'courseConfig',
    title: '课程配置',
    group: 'operationAnother',
    hidden: true,
    under: 'apply',
    identifies: ['organizationId'],
    page: lazyPage(() => import('./CourseConfigPage.tsx')),
  },
]
