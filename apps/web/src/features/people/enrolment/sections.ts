import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const enrolmentSections: Sections = {
  schoolDetail: [
    { name: 'coaches', title: '教练', content: lazyPage(() => import('./SchoolCoaches.tsx')) },
    { name: 'configs', title: '招生配置', content: lazyPage(() => import('./SchoolConfigs.tsx')) },
    { name: 'applicants', title: '招生学员', content: lazyPage(() => import('./SchoolApplicants.tsx')) },
  ],
}
