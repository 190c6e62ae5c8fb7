import type { HomePart } from '../../../platform/homePart.ts'
import { rechargesToAccept } from './todos.queries.ts'

/** 代登记 waits for the school, and is not counted for the platform. Refunds that wait are requests (approvals). */
export const orderTodos: readonly HomePart[] = [
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
