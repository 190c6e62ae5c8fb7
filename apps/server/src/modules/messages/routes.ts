import { contract } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { countUnread } from './queries.ts'

export const messagesModule: Module = {
  routes(app, house) {
    implement(app, house, 'messages', contract.messages, {
      count: (_input, { db, person }) => countUnread(db, person.id),
    })
  },
}
