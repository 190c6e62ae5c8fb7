import type { HomePart } from '../../../platform/homePart.ts'
import { countWaiting } from './applicant.queries.ts'

export const enrolmentTodos: readonly HomePart[] = [
  {
    key: 'pendingApplicants',
    codes: ['enroll:edit'],
    async read(db, scope) {
      const waiting = await countWaiting(db, scope)
      return { ...waiting, label: '待确认报名', to: '/enroll/enroll_student?state=waiting', tone: 'normal' }
    },
  },
]
