import type { HomeBlockPart, HomePart } from '../../../platform/homePart.ts'
import { readerOf } from './reader.service.ts'
import { countMine } from './request.queries.ts'

/** All that waits for a second person, whatever it is about: one list, one to-do. */
export const approvalTodos: readonly HomePart[] = [
  {
    key: 'approvalsToDecide',
    codes: ['finance:approve', 'finance:edit'],
    async read(db, scope, person) {
      if (scope.organisations !== null) return null
      return {
        label: '待我审批',
        ...(await countMine(db, await readerOf(db, person))),
        to: '/finacial/approvals',
        tone: 'warning',
      }
    },
  },
]

/** Among the month's close: what is paid to schools waits for a second person, too. */
export const approvalBlocks: readonly HomeBlockPart[] = [
  {
    key: 'monthClose',
    async read(db, scope, person) {
      const decides = person.codes.has('finance:approve') || person.codes.has('finance:edit')
      if (scope.organisations !== null || !decides) return null
      const { count } = await countMine(db, await readerOf(db, person))
      const to = '/finacial/approvals'
      return { figures: [{ label: '待我审批', unit: 'count', value: count, tone: 'warning', to }], rows: [] }
    },
  },
]
