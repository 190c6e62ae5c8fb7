import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { bankFilesChecks } from './checks.queries.ts'
import { bankFilesNames } from './names.ts'
import * as service from './service.ts'
import * as templates from './template.service.ts'

export const bankFilesModule: Module = {
  logNames: [bankFilesNames],
  checks: bankFilesChecks,
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
    implement({ app, services }, 'bankTemplates', contract.bankTemplates, {
      list: (_, call) => templates.templates(call),
      add: (form, call) => templates.addTemplate(call, form),
      modify: (form, call) => templates.modifyTemplate(call, form),
      remove: ({ templateId }, call) => templates.removeTemplate(call, templateId),
    })
  },
}
