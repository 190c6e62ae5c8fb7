import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const group = 'operation'

export const opsStaffScreens: readonly Screen[] = [
  {
    path: '/operation/operationMember',
    name: 'operationMember',
    personal: true,
    title: '运维人员',
    group,
    acts: [{ title: '添加运维人员', search: 'act=add', access: ['ops:dispatch'] }],
    page: lazyPage(() => import('./StaffPage.tsx')),
  },
  {
    path: '/operation/opsMemberDetail',
    name: 'opsMemberDetail',
    personal: true,
    title: '运维人员详情',
    group,
    hidden: true,
    under: 'operationMember',
    identifies: ['userId'],
    page: lazyPage(() => import('./StaffDetailPage.tsx')),
  },
]
