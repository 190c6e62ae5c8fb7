import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { viewNames } from './names.ts'
import { ownOrganisations } from './queries.ts'
import { choicesOf, choose, removeView, saveView, viewsOf } from './service.ts'

/** How people see lists: columns, and views under a name. */
export const viewsModule: Module = {
  logNames: [viewNames],
  routes(app, services) {
    implement({ app, services }, 'views', contract.views, {
      mine: async (_input, call) => ({ choices: await choicesOf(call) }),
      list: async ({ list }, call) => ({
        views: await viewsOf(call, list),
        organs: await ownOrganisations(call.db, call.person.id),
      }),
      save: (input, call) => saveView(call, input),
      remove: ({ viewId }, call) => removeView(call, viewId),
      choose: (input, call) => choose(call, input),
    })
  },
}
