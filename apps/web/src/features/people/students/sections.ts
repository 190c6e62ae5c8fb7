import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const studentSections: Sections = {
  schoolDetail: [
    { name: 'students', title: '学员', content: lazyPage(() => import('./SchoolStudents.tsx')) },
  ],
}
