import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const financeOverviewScreens: readonly Screen[] = [
  {
    path: '/finacial/situation',
    name: 'situation',
    title: '财务概况',
    group: 'finacial',
    access: ['finance:home'],
    page: lazyPage(() => import('./OverviewPage.tsx')),
  },
]
