import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { robotNames } from './names.ts'
import { messagesInScope, robotsInScope } from './queries.ts'
import { robotsOpen } from './sealed.service.ts'
import * as service from './service.ts'
import { robotTasks, startTasks } from './tasks.ts'

/** Group robots of chats. */
export const robotsModule: Module = {
  logNames: [robotNames],
  checks: [robotsOpen],
  routes(app, services) {
    implement({ app, services }, 'robots', contract.robots, {
      list: pages(robotsInScope),
      add: (input, call) => service.addRobot(services, call, input),
      modify: (input, call) => service.modifyRobot(services, call, input),
      setEnabled: (input, call) => service.setEnabled(call, input),
      test: ({ robotId }, call) => service.testRobot(services, call, robotId),
      messages: pages(messagesInScope),
      retry: ({ messageId }, call) => service.retryMessage(call, messageId),
    })
  },
  tasks: robotTasks,
  start: async services => (services.config.notices ? startTasks(services) : { stop: async () => undefined }),
}
