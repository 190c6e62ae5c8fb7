import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const approvalScreens: readonly Screen[] = [
  {
    path: '/finacial/approvals',
    name: 'approvals',
    title: '审批',
    group: 'finacial',
    access: ['finance:approve', 'finance:edit'],
    page: lazyPage(() => import('./ApprovalPage.tsx')),
  },
]
