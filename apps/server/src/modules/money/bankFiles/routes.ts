import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { bankFilesNames } from './names.ts'
import * as service from './service.ts'

export const bankFilesModule: Module = {
  logNames: [bankFilesNames],
  routes(app, services) {
    implement({ app, services }, 'bankFiles', contract.bankFiles, {
      payable: (_, call) => service.payable(call),
      list: (_, call) => service.batches(call),
      info: ({ batchId }, call) => service.batchInfo(call, batchId),
      add: (input, call) => service.addBatch(call, input),
      file: (input, call) => service.batchFile(call, input),
      checkResult: (input, call) => service.checkResult(call, input),
      readResult: (input, call) => service.readResult(call, input),
      cancel: ({ batchId }, call) => service.cancelBatch(call, batchId),
    })
  },
}
