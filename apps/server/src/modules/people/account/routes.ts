import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { explainReadings } from '../../tools/operationLog/readings.service.ts'
import { ownSignIns } from '../../tools/operationLog/signIns.service.ts'
import { sessionsOf, signOutOne } from '../session/sessions.service.ts'
import { readMe } from './queries.ts'
import { changePassword, modifyProfile } from './service.ts'

export const accountModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'account', contract.account, {
      me: async (_input, { db, person }) => {
        const me = await readMe(db, person.id)
        const permissions = [...person.codes]
        const decidesAlone = me.decidesAlone && permissions.some(code => code.startsWith('finance'))
        const { mustAddFactor, factorDueAt, mostIdleSeconds } = person
        return {
          ...me,
          permissions,
          decidesAlone,
          mustAddFactor,
          factorDueAt: factorDueAt?.toISOString() ?? null,
          mostIdleMinutes: mostIdleSeconds === null ? null : mostIdleSeconds / 60,
        }
      },
      modify: (input, call) => modifyProfile(services, call, input),
      changePassword: (input, call) => changePassword(services, call, input),
      explainReadings: ({ reason }, call) => explainReadings(call, reason),
      signIns: (_input, { db, person }) => ownSignIns(db, person.id),
      sessions: (_input, { db, person }) => sessionsOf(db, person.id, person.sessionId),
      endSession: async ({ sessionId }, { db, person }) => {
        await signOutOne(services.bus, db, person.id, sessionId)
        return true as const
      },
    })
  },
}
