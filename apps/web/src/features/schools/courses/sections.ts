import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const courseSections: Sections = {
  apply: [{ name: 'courses', title: '课程', content: lazyPage(() => import('./CourseList.tsx')) }],
  schoolDetail: [{ name: 'courses', title: '课程', content: lazyPage(() => import('./SchoolCourses.tsx')) }],
}
