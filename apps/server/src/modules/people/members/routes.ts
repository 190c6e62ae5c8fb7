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
      info: ({ userId: memberId }, { db, scope }) => service.requireMember(db, scope, memberId),
      add: (input, call) => service.addMember(call, input),
      modify: (input, call) => service.modifyMember(services, call, input),
      disable: ({ userId: memberId }, call) =>
        service.setEnabled(services, call, { memberId, enabled: false }),
      enable: ({ userId: memberId }, call) => service.setEnabled(services, call, { memberId, enabled: true }),
      resetPassword: ({ userId: memberId }, call) => service.resetPassword(services, call, memberId),
      attest: (input, call) => service.attest(call, input),
      reveal: (input, call) => service.revealPhone(call, input),
      sessions: async ({ userId: memberId }, { db, scope, person }) => {
        await service.requireMember(db, scope, memberId)
        return sessionsOf(db, memberId, person.sessionId)
      },
      endSession: (input, call) => service.endSession(services, call, input),
      signOutEverywhere: ({ userId: memberId }, call) => service.signOutEverywhere(services, call, memberId),
    })
  },
}
