import { contract, errors, refuse } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { liveSimulators } from '../devices/live.service.ts'
import { countStates } from '../devices/rows.service.ts'
import { hasRoom, roomTree, useInRange } from './queries.ts'

export const runningModule: Module = {
  routes(app, services) {
    implement(app, services, 'running', contract.running, {
      async totalInfo({ organId, startDate, endDate }, { db, scope }) {
        const [counts, use] = await Promise.all([
          countStates(db, scope, organId),
          useInRange(db, scope, { organId, first: startDate, last: endDate }),
        ])
        return { counts, ...use }
      },
      async simulatorsOfRoom({ roomId }, { db, scope }) {
        const simulators = await liveSimulators(db, scope, { roomId })
        if (simulators.length === 0 && !(await hasRoom(db, scope, roomId)))
          throw refuse(errors.notFound, '教室')
        return simulators
      },
      tree: (_input, { db, scope }) => roomTree(db, scope),
    })
  },
}
