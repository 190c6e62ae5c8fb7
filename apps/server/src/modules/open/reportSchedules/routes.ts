import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { reportNames } from './names.ts'
import * as service from './service.ts'
import { reportTasks, startTasks } from './tasks.ts'

/** 定时报表: files of lists, sent at their hours. */
export const reportSchedulesModule: Module = {
  logNames: [reportNames],
  routes(app, services) {
    implement({ app, services }, 'reportSchedules', contract.reportSchedules, {
      mine: (_input, call) => service.mySchedules(services, call),
      list: (input, call) => service.listSchedules(services, call, input),
      runs: (input, call) => service.listRuns(call, input),
      receivers: (input, call) => service.possibleReceivers(services, call, input),
      add: (input, call) => service.addSchedule(services, call, input),
      modify: (input, call) => service.modifySchedule(services, call, input),
      pause: ({ scheduleId }, call) => service.pause(call, scheduleId),
      resume: ({ scheduleId }, call) => service.resume(services, call, scheduleId),
      sendNow: ({ scheduleId }, call) => service.sendNow(services, call, scheduleId),
      remove: ({ scheduleId }, call) => service.removeSchedule(call, scheduleId),
      stop: ({ scheduleId }, call) => service.stopSchedule(services, call, scheduleId),
    })
  },
  tasks: reportTasks,
  start: async services => startTasks(services),
}
