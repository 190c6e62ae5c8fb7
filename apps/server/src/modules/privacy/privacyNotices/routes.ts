import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { noticeNames } from './names.ts'
import { currentNotice, listNotices, publish } from './service.ts'
import { noticeTodos } from './todos.service.ts'

export const privacyNoticesModule: Module = {
  logNames: [noticeNames],
  home: noticeTodos,
  routes(app, services) {
    implement({ app, services }, 'privacyNotices', contract.privacyNotices, {
      list: (_input, call) => listNotices(call),
      current: (_input, { db }) => currentNotice(db),
      publish: (input, call) => publish(call, input),
    })
  },
}
