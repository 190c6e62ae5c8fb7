import type { HomePart } from '../../../platform/homePart.ts'
import { countWaiting } from './queries.ts'

export const privacyTodos: readonly HomePart[] = [
  {
    key: 'privacyRequests',
    codes: ['system:privacy'],
    async read(db, scope) {
      const { count, late, oldestAt } = await countWaiting(db, scope)
      return {
        label: late === 0 ? '待办理的权利请求' : `待办理的权利请求（${late} 件已逾期）`,
        count,
        oldestAt,
        to: '/system/privacy?tab=requests&state=waiting',
        tone: late === 0 ? 'warning' : 'danger',
      }
    },
  },
]
