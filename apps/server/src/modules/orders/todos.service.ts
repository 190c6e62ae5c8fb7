import type { HomePart } from '../../platform/parts.ts'
import { limitToApprove, rechargesToAccept, refundsToApprove } from './todos.queries.ts'

/** Refunds wait for the platform, 代登记 for the school: neither is counted for the other. */
export const orderTodos: readonly HomePart[] = [
  {
    key: 'refundsToApprove',
    codes: ['finance:edit'],
    async read(db, scope) {
      if (scope.organisations !== null) return null
      const waiting = await refundsToApprove(db, scope)
      return {
        ...waiting,
        label: '待审批退款',
        to: '/orderManage/rechargeOrder?tab=refunds&state=toApprove',
        tone: 'warning',
      }
    },
  },
  {
    key: 'limitToApprove',
    codes: ['finance:edit'],
    async read(db, scope) {
      if (scope.organisations !== null) return null
      const waiting = await limitToApprove(db)
      return {
        ...waiting,
        label: '待审批退款限额',
        to: '/orderManage/rechargeOrder?act=settings',
        tone: 'warning',
      }
    },
  },
  {
    key: 'rechargesToAccept',
    codes: ['order:edit'],
    async read(db, scope) {
      if (scope.organisations === null) return null
      const waiting = await rechargesToAccept(db, scope)
      return {
        ...waiting,
        label: '待确认代登记',
        to: '/orderManage/rechargeOrder?toAccept=yes',
        tone: 'warning',
      }
    },
  },
]
