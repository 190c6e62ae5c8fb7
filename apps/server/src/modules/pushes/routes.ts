import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { countAudience, readChoices } from './audience.queries.ts'
import { exportPushes } from './export.service.ts'
import { startJobs } from './jobs.ts'
import { pushNames } from './names.ts'
import { listPage, listTotal } from './queries.ts'
import { cancelPush, removePush, requirePush, savePush, sendPush, withdrawPush } from './service.ts'

const mostChoices = 20

/** 推送管理 (product §8): what staff write to members. */
export const pushesModule: Module = {
  logNames: [pushNames],
  routes(app, services) {
    implement(app, services, 'pushes', contract.pushes, {
      async list({ pageNum, pageSize, ...filter }, { db, scope }) {
        const paging = { pageNum, pageSize }
        const [rows, total] = await Promise.all([
          listPage(db, scope, filter, paging),
          listTotal(db, scope, filter),
        ])
        return toPage(rows, total, paging)
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
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
