import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const orderSections: Sections = {
  counter: [
    {
      name: 'counter',
      title: '办理',
      access: ['student:edit', 'order:edit'],
      content: lazyPage(() => import('./counter/CounterSheet.tsx')),
    },
  ],
  studentDetail: [
    { name: 'balance', title: '余额', content: lazyPage(() => import('./Balance.tsx')) },
    { name: 'orders', title: '订单', content: lazyPage(() => import('./StudentOrders.tsx')) },
  ],
  schoolDetail: [
    {
      name: 'orders',
      title: '订单',
      content: lazyPage(() => import('./SchoolOrders.tsx')),
    },
  ],
  studentTill: [
    {
      name: 'till',
      title: '充值、代下单',
      access: ['order:edit'],
      content: lazyPage(() => import('./StudentTill.tsx')),
    },
  ],
}
