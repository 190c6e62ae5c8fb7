import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { blocksOf } from './blocks.service.ts'
import { todosLive } from './live.ts'
import { classroomTable } from './queries.ts'
import { overviewOf } from './service.ts'
import { todosOf } from './todos.service.ts'

export const homeModule: Module = {
  live: [todosLive],
  routes(app, services) {
    implement({ app, services }, 'home', contract.home, {
      overview: (_input, call) => overviewOf(call, services.log),
      todos: (_input, call) => todosOf(services.parts.home, call, services.log),
      blocks: (_input, call) => blocksOf(services.parts.homeBlocks, call, services.log),
      table: (_input, { db, scope }) => classroomTable(db, scope),
    })
  },
}
