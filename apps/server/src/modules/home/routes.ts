import { contract } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { classroomTable } from './queries.ts'
import { devicesPart } from './service.ts'
import { todosOf } from './todos.service.ts'

export const homeModule: Module = {
  routes(app, services) {
    implement(app, services, 'home', contract.home, {
      overview: async (_input, call) => {
        const seesDevices = [...call.person.codes].some(
          code => code === 'device' || code.startsWith('device:'),
        )
        return { failed: [], ...(seesDevices && { devices: await devicesPart(call.db, call.scope) }) }
      },
      todos: (_input, call) => todosOf(services.parts.home, call, services.log),
      table: (_input, { db, scope }) => classroomTable(db, scope),
    })
  },
}
