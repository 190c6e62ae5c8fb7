import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { pinsOf, setRecord, setScreens } from './service.ts'

/** What each person keeps at hand. */
export const pinsModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'pins', contract.pins, {
      mine: (_input, call) => pinsOf(services, call),
      setScreens: ({ screens }, call) => setScreens(call, screens),
      setRecord: (input, call) => setRecord(services, call, input),
    })
  },
}
