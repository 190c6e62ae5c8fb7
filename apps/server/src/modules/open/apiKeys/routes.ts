import { apiKeyList, codesInWords, contract, networksInWords, organsInWords } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { apiKeys } from './list.queries.ts'
import { apiKeyNames } from './names.ts'
import { ownKeys } from './queries.ts'
import { addKey, rotateKey, stopKey, stopKeyOf } from './service.ts'
import { apiKeyTasks, startTasks } from './tasks.ts'

const keyFile = fileColumns(apiKeyList, {
  codes: codesInWords,
  organNames: organsInWords,
  networks: networksInWords,
})

export const apiKeysModule: Module = {
  logNames: [apiKeyNames],
  tasks: apiKeyTasks,
  start: async services => startTasks(services),

  routes(app, services) {
    implement({ app, services }, 'apiKeys', contract.apiKeys, {
      own: (_input, { db, person }) => ownKeys(db, person.id),
      add: (input, call) => addKey(services, call, input),
      rotate: ({ keyId }, call) => rotateKey(services, call, keyId),
      stop: ({ keyId }, call) => stopKey(call, keyId),
      list: pages(apiKeys),
      export: files('接口密钥', apiKeys, keyFile),
      stopOf: ({ keyId }, call) => stopKeyOf(services, call, keyId),
    })
  },
}
