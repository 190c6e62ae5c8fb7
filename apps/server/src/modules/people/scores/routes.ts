import { contract, errors, refuse } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { errorsIn, findSession, hasStudent, subjectTree } from './queries.ts'

export const scoresModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'scores', contract.scores, {
      subjects: (_input, { db }) => subjectTree(db),
      subSubjectErrors: async ({ userId: studentId, subSubjectId }, { db, scope }) => {
        if (!(await hasStudent(db, scope, studentId))) throw refuse(errors.notFound, '学员')
        return errorsIn(db, scope, { studentId, subSubjectId })
      },
      sceneEmersion: async ({ recordId }, { db, scope }) => {
        const session = await findSession(db, scope, recordId)
        if (session === undefined) throw refuse(errors.notFound, '训练记录')
        return session
      },
    })
  },
}
