import { contract, errors, refuse } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { ping } from '../../platform/queries.ts'

export const systemModule: Module = {
  routes(app, house) {
    implement(app, house, 'system', contract.system, {
      live: () => ({ status: 'ok' as const }),
      ready: async (_input, { db }) => {
        await ping(db)
        return { status: 'ok' as const }
      },
    })

    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      const { metricsToken, loopback } = house.config
      const given = request.headers.authorization
      const open = metricsToken === undefined ? loopback : given === `Bearer ${metricsToken}`
      if (!open) throw refuse(errors.forbidden)
      return reply.type(house.metrics.registry.contentType).send(await house.metrics.registry.metrics())
    })
  },
}
