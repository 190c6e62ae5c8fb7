import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { findRecords } from './service.ts'

export const searchModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'search', contract.search, {
      records: ({ text }, call) => findRecords(services.parts.search, call, text, services.log),
    })
  },
}
