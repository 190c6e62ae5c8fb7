import type { HomePart } from '../../../platform/homePart.ts'
import { countMissing, newest } from './queries.ts'

/** Before a notice is published nobody can agree to one. */
export const noticeTodos: readonly HomePart[] = [
  {
    key: 'missingConsents',
    codes: ['system:privacy'],
    async read(db, scope) {
      if ((await newest(db)) === undefined) return null
      const { count, oldestAt } = await countMissing(db, scope)
      return {
        label: '未登记告知同意的学员',
        count,
        oldestAt,
        to: '/system/privacy?tab=consents&consents.state=missing&consents.enrolment=studying',
        tone: 'normal',
      }
    },
  },
]
