import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { liveHub } from './live.ts'

/** The live streams of all domains. */
export const liveModule: Module = {
  routes(app, services) {
    const hub = liveHub(services)
    app.addHook('preClose', () => hub.stop())
    implement({ app, services }, 'live', contract.live, { stream: hub.stream })
  },
}
