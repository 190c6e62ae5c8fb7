import { contract } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { readMe } from './queries.ts'

export const accountModule: Module = {
  routes(app, house) {
    implement(app, house, 'account', contract.account, {
      me: async (_input, { db, person }) => ({
        ...(await readMe(db, person.id)),
        permissions: [...person.codes],
      }),
    })
  },
}
