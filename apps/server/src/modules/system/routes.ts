import { contract, errors, refuse } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { ping } from '../../platform/postgres/db.ts'

export const systemModule: Module = {
  routes(app, services) {
    implement(app, services, 'system', contract.system, {
      live: () => ({ status: 'ok' as const }),
      ready: async (_input, { db }) => {
        await ping(db)
        return { status: 'ok' as const }
      },
    })

    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      const { metricsToken, loopback } = services.config
      const given = request.headers.authorization
      const open = metricsToken === undefined ? loopback : given === `Bearer ${metricsToken}`
      if (!open) throw refuse(errors.forbidden)
      return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
    })
  },
}
