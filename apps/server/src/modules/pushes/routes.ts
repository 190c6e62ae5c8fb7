import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { countAudience, readChoices } from './audience.queries.ts'
import { exportPushes } from './export.ts'
import { pushTasks, startJobs } from './jobs.ts'
import { pushNames } from './names.ts'
import { listPage, listTotal } from './queries.ts'
import { pushesSeed } from './seed.ts'
import { cancelPush, removePush, requirePush, savePush, sendPush, withdrawPush } from './service.ts'

const mostChoices = 20

/** 推送管理: what staff write to members. */
export const pushesModule: Module = {
  logNames: [pushNames],
  seed: [pushesSeed],
  routes(app, services) {
    implement(app, services, 'pushes', contract.pushes, {
      async list(input, { db, scope }) {
        const [rows, total] = await Promise.all([
          listPage(db, scope, input, input),
          listTotal(db, scope, input),
        ])
        return toPage(rows, total, input)
      },
      export: (filter, { db, scope }) => exportPushes(db, scope, filter),
      detail: ({ pushId }, { db, scope }) => requirePush(db, scope, pushId),
      choices: ({ kind, paramValue = '', ids }, { db, scope }) =>
        readChoices(db, scope, { kind, words: paramValue, ids, most: mostChoices }),
      reach: async ({ audience }, { db, scope }) => ({ people: await countAudience(db, scope, audience) }),
      save: (form, call) => savePush(call, form),
      send: ({ pushId }, call) => sendPush(call, pushId),
      cancel: ({ pushId }, call) => cancelPush(call, pushId),
      withdraw: ({ pushId }, call) => withdrawPush(services, call, pushId),
      remove: ({ pushId }, call) => removePush(call, pushId),
    })
  },
  tasks: pushTasks,
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
