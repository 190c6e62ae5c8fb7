import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Config } from '../start/config.ts'
import type { DeviceLink } from './deviceLink.ts'
import { embeddedLink } from './embeddedBroker.ts'
import { externalLink } from './externalBroker.ts'

/** Opens the link that the configuration asks for; it takes nobody before `serve`. */
export async function openDeviceLink(
  config: Config,
  log: FastifyBaseLogger,
  metrics: Metrics,
): Promise<DeviceLink & { close(): Promise<void> }> {
  const { mqttUrl } = config
  return mqttUrl === undefined ? embeddedLink(config, log, metrics) : externalLink(mqttUrl, config, log)
}
