import { contract } from '@drivesim/contract'
import { activities } from '../../../platform/dataMap/dataMap.ts'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'

export const processingModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'processing', contract.processing, {
      register: () =>
        activities().map(({ columns, ...activity }) => ({ ...activity, columns: [...columns] })),
    })
  },
}
