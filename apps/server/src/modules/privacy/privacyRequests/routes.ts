import { contract, privacyRequestList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { privacyNames } from './names.ts'
import { ask, decide, requestsFor } from './service.ts'
import { privacyTodos } from './todos.service.ts'

export const privacyRequestsModule: Module = {
  logNames: [privacyNames],
  home: privacyTodos,
  routes(app, services) {
    implement({ app, services }, 'privacyRequests', contract.privacyRequests, {
      list: pages(requestsFor),
      export: files('权利请求', requestsFor, fileColumns(privacyRequestList, {})),
      add: (input, call) => ask(call, input),
      decide: (input, call) => decide(services, call, input),
    })
  },
}
