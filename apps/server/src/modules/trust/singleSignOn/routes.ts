import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { beginAtProvider } from '../identities/service.ts'
import { identityNames } from './names.ts'
import { bind, bindMember, ownIdentities, unbind } from './service.ts'

export const singleSignOnModule: Module = {
  logNames: [identityNames],
  routes(app, services) {
    implement({ app, services }, 'singleSignOn', contract.singleSignOn, {
      info: (_input, call) => ownIdentities(services, call),
      begin: async (_input, { person }) => {
        const { url } = await beginAtProvider(services, 'providerBind', person.id)
        return { url }
      },
      bind: (input, call) => bind(services, call, input),
      unbind: (input, call) => unbind(services, call, input),
      bindMember: (input, call) => bindMember(services, call, input),
    })
  },
}
