import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { chainHolds } from './check.service.ts'
import { forwardState } from './forward.queries.ts'
import { chainState } from './queries.ts'
import { logChainTasks, startTasks } from './tasks.ts'

export const logChainModule: Module = {
  tasks: logChainTasks,
  checks: [chainHolds],
  start: async services => startTasks(services),
  routes(app, services) {
    implement({ app, services }, 'logChain', contract.logChain, {
      state: async (_input, { db }) => {
        const { sealedTo, sealedAt, waiting } = await chainState(db)
        const forward = await forwardState(db)
        return {
          sealedTo,
          sealedAt: sealedAt?.toISOString() ?? null,
          waiting,
          forward:
            services.config.logForward === undefined || forward === undefined
              ? null
              : {
                  target: forward.target,
                  sentTo: Number(forward.seq),
                  failingSince: forward.failingSince?.toISOString() ?? null,
                  problem: forward.problem,
                },
        }
      },
    })
  },
}
