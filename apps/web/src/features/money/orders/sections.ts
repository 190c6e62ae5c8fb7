import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const orderSections: Sections = {
  studentDetail: [
    { name: 'balance', title: '余额', content: lazyPage(() => import('./Balance.tsx')) },
    { name: 'orders', title: '订单', content: lazyPage(() => import('./StudentOrders.tsx')) },
  ],
}
