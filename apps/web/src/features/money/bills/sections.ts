import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const billSections: Sections = {
  schoolDetail: [
    {
      name: 'bills',
      title: '账单',
      access: ['finance'],
      content: lazyPage(() => import('./SchoolBills.tsx')),
    },
  ],
}
