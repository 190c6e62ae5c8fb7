import type { HomePart } from '../../../platform/parts.ts'
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
