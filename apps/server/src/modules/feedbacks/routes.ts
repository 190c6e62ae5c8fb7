import { contract, errors, refuse, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { exportFeedback, exportSignUps, shownTo } from './export.service.ts'
import { feedbackNames } from './names.ts'
import { deleteFeedback, feedbackPage, signUpPage } from './queries.ts'

export const feedbacksModule: Module = {
  logNames: [feedbackNames],
  routes(app, services) {
    implement(app, services, 'feedbacks', contract.feedbacks, {
      signUps: async ({ schoolId, page, pageSize }, { db, scope, person }) => {
        const { rows, total } = await signUpPage(db, scope, { schoolId, page, pageSize })
        return toPage(rows.map(shownTo(person)), total, { pageNum: page, pageSize })
      },
      signUpExport: ({ schoolId }, { db, person }) => exportSignUps(db, person, { schoolId }),
      list: async ({ schoolId, page, pageSize }, { db, scope }) => {
        const { rows, total } = await feedbackPage(db, scope, { schoolId, page, pageSize })
        return toPage(rows, total, { pageNum: page, pageSize })
      },
      export: ({ schoolId }, { db, person }) => exportFeedback(db, person, { schoolId }),
      remove: async ({ id }, { db, scope }): Promise<true> => {
        if (!(await deleteFeedback(db, scope, id))) throw refuse(errors.notFound, '意见反馈')
        return true
      },
    })
  },
}
