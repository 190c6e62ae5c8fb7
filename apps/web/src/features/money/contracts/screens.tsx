import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const contractsScreens: readonly Screen[] = [
  {
    path: '/finacial/configuration',
    name: 'configuration',
    title: '合同信息配置',
    group: 'finacial',
    access: ['finance:contract'],
    acts: [{ title: '新增合同', search: 'act=add', access: ['finance:edit'] }],
    page: lazyPage(() => import('./ContractPage.tsx')),
  },
]
