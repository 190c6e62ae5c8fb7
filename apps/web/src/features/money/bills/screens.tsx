import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const group = 'finacial'
const hidden = true

export const billScreens: readonly Screen[] = [
  {
    path: '/finacial/currentBill',
    name: 'currentBill',
    title: '本期账单',
    group,
    hidden,
    under: 'reconciliation',
    page: lazyPage(() => import('./CurrentBillPage.tsx')),
  },
  {
    path: '/finacial/pastBill',
    name: 'pastBill',
    title: '往期账单',
    group,
    hidden,
    under: 'reconciliation',
    page: lazyPage(() => import('./PastBillPage.tsx')),
  },
  {
    path: '/finacial/reconciliation',
    name: 'reconciliation',
    title: '对账管理',
    group,
    access: ['finance:accCheck'],
    page: lazyPage(() => import('./ReconciliationPage.tsx')),
  },
  {
    path: '/finacial/statement',
    name: 'statement',
    title: '对账单',
    group,
    hidden,
    under: 'reconciliation',
    identifies: ['billId'],
    page: lazyPage(() => import('./StatementPage.tsx')),
  },
  {
    path: '/finacial/collectionBill',
    name: 'collectionBill',
    title: '还款账单',
    group,
    hidden,
    under: 'collection',
    page: lazyPage(() => import('./CollectionBillPage.tsx')),
  },
  {
    path: '/finacial/collection',
    name: 'collection',
    title: '收款管理',
    group,
    access: ['finance:receipt'],
    page: lazyPage(() => import('./CollectionPage.tsx')),
  },
]
