import { contract, errors, mostFaults, refuse } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { liveSimulators } from '../devices/live.service.ts'
import { countStates } from '../devices/rows.service.ts'
import { trainingBlock } from './home.service.ts'
import { hasRoom, newestFaults, roomTree, useInRange } from './queries.ts'

export const runningModule: Module = {
  homeBlocks: [trainingBlock],
  routes(app, services) {
    implement({ app, services }, 'running', contract.running, {
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
      async faults(_input, { db, scope }) {
        const longest = { stateId: 'fault', most: mostFaults } as const
        const simulators = await liveSimulators(db, scope, { longest })
        const ids = simulators.map(({ simulatorId }) => simulatorId)
        const words = await newestFaults(db, scope, ids)
        return simulators.map(simulator => ({
          ...simulator,
          fault: words.get(simulator.simulatorId) ?? null,
        }))
      },
      tree: (_input, { db, scope }) => roomTree(db, scope),
    })
  },
}
