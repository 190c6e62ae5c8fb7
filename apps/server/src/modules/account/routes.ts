import { contract } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { sessionsOf, signOutOne } from '../session/sessions.service.ts'
import { readMe } from './queries.ts'
import { changePassword, modifyProfile } from './service.ts'

export const accountModule: Module = {
  routes(app, house) {
    implement(app, house, 'account', contract.account, {
      me: async (_input, { db, person }) => ({
        ...(await readMe(db, person.id)),
        permissions: [...person.codes],
      }),
      modify: (input, call) => modifyProfile(house, call, input),
      changePassword: (input, call) => changePassword(house, call, input),
      sessions: (_input, { db, person }) => sessionsOf(db, person.id, person.sessionId),
      endSession: async ({ sessionId }, { db, person }) => {
        await signOutOne(house.bus, db, person.id, sessionId)
        return true as const
      },
    })
  },
}
