import { consentList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { consentsFor, record, withdraw } from './service.ts'

export const consentsModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'consents', contract.consents, {
      list: pages(consentsFor),
      export: files('告知同意', consentsFor, fileColumns(consentList, {})),
      record: (input, call) => record(services.dataKeys, call, input),
      withdraw: (input, call) => withdraw(call, input),
    })
  },
}
