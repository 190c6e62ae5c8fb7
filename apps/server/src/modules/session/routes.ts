import { contract } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import { every } from '../../platform/jobs.ts'
import type { Module } from '../../platform/module.ts'
import { sayLive } from '../live/service.ts'
import { notePassage } from '../operationLog/security.service.ts'
import { purgeGates } from './gate.queries.ts'
import { sessionNames } from './names.ts'
import { endSession, purgeSessions } from './queries.ts'
import { refresh, signIn } from './service.ts'

const hour = 3_600_000

export const sessionModule: Module = {
  logNames: [sessionNames],
  start: async ({ db, log }) =>
    every(hour, log, async () => {
      await purgeSessions(db)
      await purgeGates(db)
    }),

  routes(app, services) {
    implement(app, services, 'session', contract.session, {
      token: (input, call) =>
        input.grant_type === 'password'
          ? signIn(services, input, call)
          : refresh(services, input.refresh_token),
      logout: async (_input, { db, person, address, userAgent }) => {
        await endSession(db, person.sessionId, 'signedOut')
        await sayLive(services.bus, db, { sessionChanged: [person.id] })
        await notePassage(services, { person, address, userAgent }, 'signOut')
        return true as const
      },
    })
  },
}
