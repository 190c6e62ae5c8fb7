import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const orderScreens: readonly Screen[] = [
  {
    path: '/orderManage/rechargeOrder',
    name: 'rechargeOrder',
    title: '充值订单',
    group: 'orderManage',
    acts: [
      { title: '登记充值', search: 'act=recharge', access: ['order:edit'] },
      { title: '扫码收款', search: 'act=code', access: ['order:edit'] },
    ],
    page: lazyPage(() => import('./RechargePage.tsx')),
  },
  {
    path: '/orderManage/courseOrder',
    name: 'courseOrder',
    title: '课程订单',
    group: 'orderManage',
    acts: [{ title: '代下单', search: 'act=add', access: ['order:edit'] }],
    page: lazyPage(() => import('./CourseOrderPage.tsx')),
  },
]
