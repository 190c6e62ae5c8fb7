import { contract } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { countStates } from '../devices/rows.service.ts'
import * as queries from './queries.ts'
import { todosOf } from './todos.service.ts'

/** The part about simulators, for those who hold any of their codes. */
async function devicesPart({ db, scope }: SignedInCall) {
  const [counts, attention, today, yesterday, hours] = await Promise.all([
    countStates(db, scope),
    queries.needingAttention(db, scope),
    queries.useOfToday(db, scope),
    queries.useOfYesterdayByNow(db, scope),
    queries.hoursOfToday(db, scope),
  ])
  return { counts, attention, today, yesterday, hours }
}

export const homeModule: Module = {
  routes(app, services) {
    implement(app, services, 'home', contract.home, {
      overview: async (_input, call) => {
        const seesDevices = [...call.person.codes].some(
          code => code === 'device' || code.startsWith('device:'),
        )
        return seesDevices ? { devices: await devicesPart(call) } : {}
      },
      todos: (_input, call) => todosOf(services.parts.home, call, services.log),
      table: (_input, { db, scope }) => queries.classroomTable(db, scope),
    })
  },
}
