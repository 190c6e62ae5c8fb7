import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { guideOf, note, noteToured } from './service.ts'

/** What each person is shown of the product. */
export const guideModule: Module = {
  // Whoever tries the demo out is not to be led through it.
  seed: [
    {
      fill: (db, { members }) =>
        noteToured(
          db,
          members.map(({ id }) => id),
        ),
    },
  ],
  routes(app, services) {
    implement({ app, services }, 'guide', contract.guide, {
      mine: (_input, call) => guideOf(services, call),
      note: (input, call) => note(call, input),
    })
  },
}
