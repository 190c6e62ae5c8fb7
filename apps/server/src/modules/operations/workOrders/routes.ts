import { contract, workOrderList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { day, time } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { workOrderBulkParts } from './bulk.service.ts'
import { workOrderChecks } from './checks.service.ts'
import * as closing from './close.service.ts'
import { workOrderAttachments, workOrderComments } from './comments.service.ts'
import * as dispatching from './dispatch.service.ts'
import { workOrderEvents } from './events.service.ts'
import * as finishing from './finish.service.ts'
import { workOrderBlocks } from './home.service.ts'
import { orderInfo, visits } from './info.service.ts'
import { devicesUnderway, kanbanColumns, orders } from './list.queries.ts'
import { workOrderLive } from './live.service.ts'
import { workOrderNamesInLog } from './names.ts'
import { recommend } from './recommend.service.ts'
import { workOrderNotices } from './reminder.service.ts'
import { report } from './report.service.ts'
import { workOrderSearch } from './search.service.ts'
import { workOrdersSeed } from './seed.ts'
import { startTasks, workOrderTasks } from './tasks.ts'
import { workOrderTodos } from './todos.service.ts'
import * as work from './work.service.ts'

const orderFile = fileColumns(workOrderList, {
  // Midnight after a planned order's day would be read as another day.
  dueAt: ({ source, dueAt, plannedOn }) =>
    source === 'plan' && dueAt !== null ? day(plannedOn) : time(dueAt),
})

export const workOrdersModule: Module = {
  logNames: [workOrderNamesInLog],
  comments: [workOrderComments.comments],
  attachments: [workOrderAttachments],
  checks: workOrderChecks,
  home: workOrderTodos,
  homeBlocks: workOrderBlocks,
  notices: [workOrderNotices, workOrderComments.notices],
  live: [workOrderLive, workOrderComments.live],
  events: [workOrderEvents],
  bulk: workOrderBulkParts,
  search: [workOrderSearch],
  seed: [workOrdersSeed],
  pictures: [
    { table: 'work_order_picture', column: 'url' },
    { table: 'work_order_signature', column: 'url' },
  ],
  routes(app, services) {
    implement({ app, services }, 'workOrders', contract.workOrders, {
      list: pages(orders),
      export: files('工单', orders, orderFile),
      kanban: async (input, { db, scope, person }) => ({
        columns: await kanbanColumns(db, scope, { ...input, state: undefined, me: person.id }),
      }),
      mine: (_input, { db, scope, person }) => visits(db, scope, person.id),
      underway: (_input, { db, scope }) => devicesUnderway(db, scope),
      info: ({ orderId }, call) => orderInfo(call, orderId),
      recommend: async ({ orderId }, { db, scope }) => {
        const { candidates, why } = await recommend(db, scope, orderId)
        return { candidates, nobody: why === null ? null : `无可派人员：${why}` }
      },
      add: (input, call) => report(services, call, input),
      dispatch: (input, call) => dispatching.dispatch(services, call, input),
      claim: (input, call) => dispatching.claim(services, call, input),
      accept: (input, call) => dispatching.accept(services, call, input),
      reject: (input, call) => dispatching.reject(services, call, input),
      reassign: (input, call) => dispatching.reassign(services, call, input),
      classify: (input, call) => dispatching.classify(services, call, input),
      plan: (input, call) => dispatching.plan(services, call, input),
      comment: (input, call) => dispatching.comment(services, call, input),
      arrive: (input, call) => work.arrive(services, call, input),
      pause: (input, call) => work.pause(services, call, input),
      resume: (input, call) => work.resume(services, call, input),
      partAdd: (input, call) => work.addPart(services, call, input),
      partVoid: (input, call) => work.voidPart(services, call, input),
      pictureAdd: (input, call) => work.addPicture(services, call, input),
      pictureRemove: (input, call) => work.removePicture(services, call, input),
      deviceAnswers: (input, call) => work.answer(services, call, input),
      deviceDown: (input, call) => work.setDeviceDown(services, call, input),
      submit: (input, call) => finishing.submit(services, call, input),
      approve: (input, call) => finishing.approve(services, call, input),
      sendBack: (input, call) => finishing.sendBack(services, call, input),
      close: (input, call) => closing.close(services, call, input),
      reopen: (input, call) => closing.reopen(services, call, input),
      rework: (input, call) => closing.rework(services, call, input),
    })
  },
  tasks: workOrderTasks,
  start: async services => startTasks(services),
}
