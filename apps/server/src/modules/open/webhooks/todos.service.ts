import type { HomePart } from '../../../platform/homePart.ts'
import { countStopped } from './queries.ts'

/** One's own endpoints that stopped by themselves, until one begins again or stops them oneself. */
export const webhookTodos: readonly HomePart[] = [
  {
    key: 'stoppedWebhooks',
    codes: ['system:open'],
    async read(db, _scope, person) {
      const stopped = await countStopped(db, person.id)
      return {
        ...stopped,
        label: '已自动停用的推送地址',
        to: '/system/openApi?tab=webhooks',
        tone: 'warning',
      }
    },
  },
]
