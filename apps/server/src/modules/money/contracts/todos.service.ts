import type { HomePart } from '../../../platform/homePart.ts'
import { countToRenew } from './contract.queries.ts'

export const contractsTodos: readonly HomePart[] = [
  {
    key: 'contractsToRenew',
    codes: ['finance:contract'],
    async read(db, scope) {
      const { count, over } = await countToRenew(db, scope)
      return {
        label: over === 0 ? '合同将到期' : `合同将到期（${over} 份已到期）`,
        count,
        // The days of contracts lie ahead: none of them has waited.
        oldestAt: null,
        to: '/finacial/configuration?renewal=due',
        tone: over === 0 ? 'warning' : 'danger',
      }
    },
  },
]
