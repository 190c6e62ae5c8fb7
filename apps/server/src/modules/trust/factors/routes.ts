import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import * as service from './factors.service.ts'
import { factorNames } from './names.ts'
import { beginProof, prove } from './proof.service.ts'

export const factorsModule: Module = {
  logNames: [factorNames],
  routes(app, services) {
    implement({ app, services }, 'factors', contract.factors, {
      info: (_input, call) => service.securityOf(services, call),
      beginProof: (_input, call) => beginProof(services, call),
      prove: (input, call) => prove(services, call, input),
      beginTotp: (_input, call) => service.beginTotp(services, call),
      addTotp: (input, call) => service.addTotp(services, call, input),
      beginPasskey: (_input, call) => service.beginPasskey(services, call),
      addPasskey: (input, call) => service.addPasskey(services, call, input),
      rename: (input, call) => service.rename(call, input),
      remove: (input, call) => service.remove(services, call, input),
      renewRecoveryCodes: (_input, call) => service.renewRecoveryCodes(services, call),
    })
  },
}
