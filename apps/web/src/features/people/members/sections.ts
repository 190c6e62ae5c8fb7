import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const memberSections: Sections = {
  schoolDetail: [
    {
      name: 'members',
      title: '成员',
      access: ['system:user'],
      content: lazyPage(() => import('./SchoolMembers.tsx')),
    },
  ],
}
