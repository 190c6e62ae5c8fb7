import { contract, errors, refuse } from '@drivesim/contract'
import { asyncApi } from '@drivesim/contract/devices/telemetry/asyncApi'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { isWritable } from '../../../platform/postgres/db.ts'
import { cleanTexts } from './checks.queries.ts'

/** Who asks whether to send people here gives up after a few seconds. */
const longestMs = 1_500

export const systemModule: Module = {
  runsIn: 'every',
  checks: [cleanTexts],
  routes(app, services) {
    const isReady = async () => !services.devices.isCutOff() && (await isWritable(services.pool, longestMs))
    services.metrics.ready.readFrom(async () => Number(await isReady().catch(() => false)))
    implement({ app, services }, 'system', contract.system, {
      live: () => ({ status: 'ok' as const }),
      ready: async () => {
        if (!(await isReady())) throw refuse(errors.unavailable)
        return { status: 'ok' as const }
      },
    })

    // For makers of simulators, who have no account: it says no more than docs/mqtt.md, and nothing of this installation.
    app.get('/docs/mqtt.json', { schema: { hide: true } }, () => asyncApi(services.version))

    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      const { metricsToken, exposed } = services.config
      const given = request.headers.authorization
      const open = metricsToken === undefined ? !exposed : given === `Bearer ${metricsToken}`
      if (!open) throw refuse(errors.forbidden)
      return reply.type(services.metrics.registry.contentType).send(await services.metrics.exposition())
    })
  },
}
