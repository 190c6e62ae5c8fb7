import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const contractsSections: Sections = {
  schoolDetail: [
    {
      name: 'contracts',
      title: '合同',
      access: ['finance:contract'],
      content: lazyPage(() => import('./ContractList.tsx')),
    },
  ],
}
