import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '../bus.ts'
import type { Metrics } from '../metrics.ts'
import type { Db } from '../postgres/db.ts'
import type { Config } from '../start/config.ts'
import type { DeviceLink, DeviceRights } from './deviceLink.ts'
import { embeddedLink } from './embeddedBroker.ts'
import { externalLink } from './externalBroker.ts'
import { rabbitLink } from './rabbitBroker.ts'
import { answerRelayed, relayedLink } from './relayedLink.ts'

interface Parts {
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly bus: Bus
  readonly db: Db
  /** What the domain of the devices lets each of them do at the broker. */
  readonly rights: DeviceRights
}

/** Opens the link that the configuration asks for; it takes nobody before `serve`. */
export async function openDeviceLink(
  config: Config,
  { log, metrics, bus, db, rights }: Parts,
): Promise<DeviceLink & { close(): Promise<void> }> {
  const { mqttUrl, rabbit, role } = config
  if (rabbit !== undefined) return rabbitLink(rabbit, log, metrics)
  if (mqttUrl !== undefined) return externalLink(mqttUrl, config, log, rights)
  if (role === 'web') return relayedLink(bus, db)
  const link = embeddedLink(config, log, metrics)
  const end = answerRelayed(bus, db, link, error => log.warn({ err: error }, 'mqtt: asked in vain'))
  return {
    ...link,
    async close() {
      end()
      await link.close()
    },
  }
}
