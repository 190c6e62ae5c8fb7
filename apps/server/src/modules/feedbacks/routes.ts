import { contract, errors, refuse, toPage } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { deleteFeedback, feedbackPage, signUpPage } from './queries.ts'

/** `138****0000`: enough to tell two people apart. */
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

export const feedbacksModule: Module = {
  routes(app, house) {
    implement(app, house, 'feedbacks', contract.feedbacks, {
      signUps: async ({ schoolId, page, pageSize }, { db, scope, person }) => {
        const { rows, total } = await signUpPage(db, scope, { schoolId, page, pageSize })
        // Who keeps the app calls the people back; for all others a phone is nobody's business.
        const shown = person.codes.has('app:edit')
          ? rows
          : rows.map(row => ({ ...row, phone: masked(row.phone) }))
        return toPage(shown, total, { pageNum: page, pageSize })
      },
      list: async ({ schoolId, page, pageSize }, { db, scope }) => {
        const { rows, total } = await feedbackPage(db, scope, { schoolId, page, pageSize })
        return toPage(rows, total, { pageNum: page, pageSize })
      },
      remove: async ({ id }, { db, scope }): Promise<true> => {
        if (!(await deleteFeedback(db, scope, id))) throw refuse(errors.notFound, '意见反馈')
        return true
      },
    })
  },
}
