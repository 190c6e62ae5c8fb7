import { contract, errors, pagingOf, refuse, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { admitReveal } from '../operationLog/security.service.ts'
import { exportFeedback, exportSignUps } from './export.ts'
import { feedbackNames } from './names.ts'
import { deleteFeedback, feedbackPage, findSignUp, signUpPage } from './queries.ts'
import { feedbacksSeed } from './seed.ts'

export const feedbacksModule: Module = {
  logNames: [feedbackNames],
  seed: [feedbacksSeed],
  routes(app, services) {
    implement(app, services, 'feedbacks', contract.feedbacks, {
      signUps: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await signUpPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      signUpExport: ({ schoolId }, { db, person }) => exportSignUps(db, person, { schoolId }),
      revealSignUp: async ({ id, reason }, call) => {
        const found = await findSignUp(call.db, call.scope, id)
        if (found === undefined) throw refuse(errors.notFound, '报名')
        const { name, phone } = found
        const label = contract.feedbacks.revealSignUp.change
        await admitReveal(call, { label, target: `报名 ${name}`, reason })
        return { phone }
      },
      list: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await feedbackPage(db, scope, input, paging)
        return toPage(rows, total, paging)
      },
      export: ({ schoolId }, { db, person }) => exportFeedback(db, person, { schoolId }),
      remove: async ({ id }, { db, scope }): Promise<true> => {
        if (!(await deleteFeedback(db, scope, id))) throw refuse(errors.notFound, '意见反馈')
        return true
      },
    })
  },
}
