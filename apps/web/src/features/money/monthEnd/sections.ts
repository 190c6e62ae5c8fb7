import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const monthEndSections: Sections = {
  reconciliation: [
    {
      name: 'monthEnd',
      title: '月结',
      access: ['finance:accCheck'],
      content: lazyPage(() => import('./MonthEndTab.tsx')),
    },
    {
      name: 'ageing',
      title: '账龄',
      access: ['finance'],
      content: lazyPage(() => import('./AgeingTab.tsx')),
    },
  ],
}
