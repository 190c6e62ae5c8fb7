import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { confirm, verify } from './service.ts'
import { contactTasks, startTasks } from './tasks.ts'

/** That people can be reached where they say. */
export const contactsModule: Module = {
  tasks: contactTasks,
  start: async services => startTasks(services),
  routes(app, services) {
    implement({ app, services }, 'contacts', contract.contacts, {
      verify: (input, call) => verify(services, call, input),
      confirm: (input, call) => confirm(services, call, input),
    })
  },
}
