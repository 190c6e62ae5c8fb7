import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const group = 'operation'

export const opsSettingScreens: readonly Screen[] = [
  {
    path: '/operation/componentKind',
    name: 'componentKind',
    title: '部件类型',
    group,
    acts: [{ title: '新增部件类型', search: 'act=add', access: ['ops:dispatch'] }],
    page: lazyPage(() => import('./ComponentKindPage.tsx')),
  },
  {
    path: '/operation/faultType',
    name: 'faultType',
    title: '故障类型',
    group,
    acts: [{ title: '新增故障类型', search: 'act=add', access: ['ops:dispatch'] }],
    page: lazyPage(() => import('./FaultTypePage.tsx')),
  },
  {
    path: '/operation/dealResult',
    name: 'dealResult',
    title: '处理结果',
    group,
    acts: [{ title: '新增处理结果', search: 'act=add', access: ['ops:dispatch'] }],
    page: lazyPage(() => import('./DealResultPage.tsx')),
  },
  {
    path: '/operation/opsSetting',
    name: 'opsSetting',
    title: '运维设置',
    group,
    page: lazyPage(() => import('./OpsSettingPage.tsx')),
  },
]
