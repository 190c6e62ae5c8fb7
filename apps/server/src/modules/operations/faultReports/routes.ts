import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { pictureStore } from '../../tools/files/service.ts'
import * as service from './service.ts'
import { reportTasks, startTasks } from './tasks.ts'

export const faultReportsModule: Module = {
  routes(app, services) {
    const store = pictureStore(services.files)
    const { faultReports } = contract
    implement({ app, services }, 'faultReports', faultReports, {
      begin: (label, call) => service.begin(services, call, label),
      picture: input => service.storeReportPicture(services, store, input),
      submit: (input, call) => service.submit(services, call, input),
      ofOrder: ({ orderId }, call) => service.reportsOfOrder(call, orderId),
      reveal: (input, call) => service.reveal(call, input, faultReports.reveal.change),
    })
  },
  tasks: reportTasks,
  start: async services => startTasks(services),
}
