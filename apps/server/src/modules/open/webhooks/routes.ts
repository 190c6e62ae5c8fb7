import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { webhookDeliveries, webhookEndpoints } from './list.queries.ts'
import { webhookNames } from './names.ts'
import { webhooksOpen } from './secrets.service.ts'
import * as service from './service.ts'
import { startTasks, webhookTasks } from './tasks.ts'
import { webhookTodos } from './todos.service.ts'

/** 事件推送: endpoints of other software, and what is sent to them. */
export const webhooksModule: Module = {
  logNames: [webhookNames],
  checks: [webhooksOpen],
  home: webhookTodos,
  tasks: webhookTasks,
  async start(services) {
    return services.config.notices ? startTasks(services) : { stop: async () => undefined }
  },
  routes(app, services) {
    implement({ app, services }, 'webhooks', contract.webhooks, {
      list: pages(webhookEndpoints),
      add: (input, call) => service.addEndpoint(services, call, input),
      modify: (input, call) => service.modifyEndpoint(services, call, input),
      rotate: (input, call) => service.rotateSecret(services, call, input),
      setEnabled: (input, call) => service.setEnabled(services, call, input),
      test: (input, call) => service.sendTest(services, call, input),
      deliveries: pages(webhookDeliveries),
      delivery: (input, call) => service.deliveryInfo(call, input),
      resend: (input, call) => service.resend(services, call, input),
      resendFailed: (input, call) => service.resendFailed(services, call, input),
    })
  },
}
