import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const bankFilesSections: Sections = {
  reconciliation: [
    {
      name: 'bankFiles',
      title: '付款文件',
      access: ['finance:edit'],
      content: lazyPage(() => import('./BankFilesTab.tsx')),
    },
  ],
}
