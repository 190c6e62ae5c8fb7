import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { sayLive } from '../../tools/live/service.ts'
import { notePassage } from '../../tools/operationLog/security.service.ts'
import { beginAtProvider, signOutFromProvider } from '../../trust/identities/service.ts'
import { admitCall } from './limit.service.ts'
import { sessionNames } from './names.ts'
import { endSession } from './queries.ts'
import {
  beginPasskeySignIn,
  refresh,
  signIn,
  signInWithPasskey,
  signInWithProvider,
  takeStep,
} from './service.ts'
import { sessionTasks, startTasks } from './tasks.ts'

export const sessionModule: Module = {
  logNames: [sessionNames],
  tasks: sessionTasks,
  start: async services => startTasks(services),

  routes(app, services) {
    implement({ app, services }, 'session', contract.session, {
      token: async (input, call) => {
        await admitCall(services, call)
        switch (input.grant_type) {
          case 'password':
            return signIn(services, input, call)
          case 'refresh_token':
            return refresh(services, input.refresh_token, call)
          case 'second_step':
            return takeStep(services, input, call)
          case 'passkey':
            return signInWithPasskey(services, input, call)
          case 'provider':
            return signInWithProvider(services, input, call)
        }
      },
      beginPasskey: () => beginPasskeySignIn(services),
      beginProvider: () => beginAtProvider(services, 'providerSignIn', null),
      providerLogout: input => signOutFromProvider(services, input),
      logout: async (_input, { db, person, address, userAgent }) => {
        await endSession(db, person.sessionId, 'signedOut')
        await sayLive(services.bus, db, { sessionChanged: [person.id] })
        await notePassage(services, { person, address, userAgent }, 'signOut')
        return true as const
      },
    })
  },
}
