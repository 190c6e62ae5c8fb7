import type { HomePart } from '../../../platform/homePart.ts'
import { countBills, type Waiting, waitingBills } from './waiting.queries.ts'

const todo = (
  key: string,
  codes: HomePart['codes'],
  which: Waiting,
  {
    label,
    to,
    tone,
    ofPlatform = false,
  }: {
    label: string
    to: string
    tone: 'normal' | 'warning' | 'danger'
    ofPlatform?: boolean
  },
): HomePart => ({
  key,
  codes,
  async read(db, scope) {
    if (ofPlatform && scope.organisations !== null) return null
    return { label, ...(await countBills(db, scope, which)), to, tone }
  },
})

const list = '/finacial/reconciliation'

export const billTodos: readonly HomePart[] = [
  todo('billsToCheck', ['finance:accCheck'], waitingBills.toCheck, {
    label: '待对账账单',
    to: `${list}?state=toCheck`,
    tone: 'normal',
  }),
  todo('billsDisputed', ['finance:accCheck'], waitingBills.disputed, {
    label: '有异议账单',
    to: `${list}?state=disputed`,
    tone: 'warning',
    // It is the platform that answers.
    ofPlatform: true,
  }),
  todo('billsToSettle', ['finance:edit'], waitingBills.checked, {
    label: '待结算账单',
    to: `${list}?state=checked`,
    tone: 'normal',
    ofPlatform: true,
  }),
  todo('billsToPay', ['finance:edit'], waitingBills.overdueOfPlatform, {
    label: '逾期应付账单',
    to: `${list}?side=platform&due=overdue`,
    tone: 'danger',
    ofPlatform: true,
  }),
  todo('billsOverdue', ['finance:accCheck', 'finance:receipt'], waitingBills.overdueOfSchool, {
    label: '逾期还款账单',
    to: '/finacial/collectionBill?due=overdue',
    tone: 'danger',
  }),
]
