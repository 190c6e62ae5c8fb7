import { contract, memberList, roleNamesOf } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { sessionsOf } from '../session/sessions.service.ts'
import { members } from './list.queries.ts'
import { memberNames } from './names.ts'
import { memberSearch } from './search.service.ts'
import { membersSeed } from './seed.ts'
import * as service from './service.ts'

export const membersModule: Module = {
  logNames: [memberNames],
  pictures: [{ table: 'member', column: 'icon' }],
  seed: [membersSeed],
  search: [memberSearch],
  routes(app, services) {
    implement({ app, services }, 'members', contract.members, {
      list: pages(members),
      export: files('成员列表', members, fileColumns(memberList, { roles: roleNamesOf })),
      info: ({ userId }, { db, scope }) => service.requireMember(db, scope, userId),
      add: (input, call) => service.addMember(call, input),
      modify: (input, call) => service.modifyMember(services, call, input),
      disable: ({ userId }, call) => service.setEnabled(services, call, { userId, enabled: false }),
      enable: ({ userId }, call) => service.setEnabled(services, call, { userId, enabled: true }),
      resetPassword: ({ userId }, call) => service.resetPassword(services, call, userId),
      attest: (input, call) => service.attest(call, input),
      reveal: (input, call) => service.revealPhone(call, input),
      sessions: async ({ userId }, { db, scope, person }) => {
        await service.requireMember(db, scope, userId)
        return sessionsOf(db, userId, person.sessionId)
      },
      signOutEverywhere: ({ userId }, call) => service.signOutEverywhere(services, call, userId),
    })
  },
}
