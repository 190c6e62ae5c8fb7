import { contract, pushList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { countAudience, readChoices } from './audience.queries.ts'
import { pushNames } from './names.ts'
import { pushesWritten } from './queries.ts'
import { pushesSeed } from './seed.ts'
import { cancelPush, removePush, requirePush, savePush, sendPush, withdrawPush } from './service.ts'
import { pushTasks, startTasks } from './tasks.ts'

const mostChoices = 20

/** 推送管理: what staff write to members. */
export const pushesModule: Module = {
  logNames: [pushNames],
  seed: [pushesSeed],
  routes(app, services) {
    implement({ app, services }, 'pushes', contract.pushes, {
      list: pages(pushesWritten),
      export: files('推送列表', pushesWritten, fileColumns(pushList, {})),
      info: ({ pushId }, { db, scope }) => requirePush(db, scope, pushId),
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
    return services.config.notices ? startTasks(services) : { stop: async () => undefined }
  },
}
