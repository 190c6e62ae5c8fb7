import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const organisationSections: Sections = {
  schoolDetail: [
    {
      name: 'servicePoints',
      title: '服务点',
      content: lazyPage(() => import('./SchoolServicePoints.tsx')),
    },
  ],
}
