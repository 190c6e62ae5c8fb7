import { contract, errors, feedbackList, refuse, signUpList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { feedbackNames } from './names.ts'
import { deleteFeedback, feedback, findSignUp, signUps } from './queries.ts'
import { feedbacksSeed } from './seed.ts'

export const feedbacksModule: Module = {
  logNames: [feedbackNames],
  seed: [feedbacksSeed],
  routes(app, services) {
    implement({ app, services }, 'feedbacks', contract.feedbacks, {
      signUps: pages(signUps),
      signUpExport: files('报名列表', signUps, fileColumns(signUpList, {})),
      revealSignUp: async ({ id, reason }, call) => {
        const found = await findSignUp(call.db, call.scope, id)
        if (found === undefined) throw refuse(errors.notFound, '报名')
        const label = contract.feedbacks.revealSignUp.change
        await admitReveal(call, { label, target: `报名 ${id}`, reason })
        return { phone: found.phone }
      },
      list: pages(feedback),
      export: files('意见反馈列表', feedback, fileColumns(feedbackList, {})),
      remove: async ({ id }, { db, scope }): Promise<true> => {
        if (!(await deleteFeedback(db, scope, id))) throw refuse(errors.notFound, '意见反馈')
        return true
      },
    })
  },
}
