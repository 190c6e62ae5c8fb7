import { contract } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { every } from '../../platform/jobs.ts'
import { sayLive } from '../running/service.ts'
import { endSession, purgeSessions } from './queries.ts'
import { refresh, signIn } from './service.ts'

const hour = 3_600_000

export const sessionModule: Module = {
  start: async ({ db, log }) => every(hour, log, () => purgeSessions(db)),

  routes(app, house) {
    implement(app, house, 'session', contract.session, {
      token: (input, call) =>
        input.grant_type === 'password'
          ? signIn(house.db, house.gate.tokens, input, call)
          : refresh(house.db, house.gate.tokens, input.refresh_token),
      logout: async (_input, { db, person }) => {
        await endSession(db, person.sessionId, 'signedOut')
        await sayLive(house.bus, db, { members: [person.id] })
        return true as const
      },
    })
  },
}
