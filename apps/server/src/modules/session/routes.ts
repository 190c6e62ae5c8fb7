import { contract } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import { every } from '../../platform/jobs.ts'
import type { Module } from '../../platform/module.ts'
import { sayLive } from '../live/service.ts'
import { endSession, purgeSessions } from './queries.ts'
import { refresh, signIn } from './service.ts'

const hour = 3_600_000

export const sessionModule: Module = {
  start: async ({ db, log }) => every(hour, log, () => purgeSessions(db)),

  routes(app, services) {
    implement(app, services, 'session', contract.session, {
      token: (input, call) =>
        input.grant_type === 'password'
          ? signIn(services.db, services.authentication.tokens, input, call)
          : refresh(services.db, services.authentication.tokens, input.refresh_token),
      logout: async (_input, { db, person }) => {
        await endSession(db, person.sessionId, 'signedOut')
        await sayLive(services.bus, db, { sessionChanged: [person.id] })
        return true as const
      },
    })
  },
}
