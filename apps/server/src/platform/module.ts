import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import type { Platform } from './http/implement.ts'
import type { Metrics } from './metrics.ts'
import type { DeviceLink } from './mqtt/deviceLink.ts'
import type { Config } from './start/config.ts'

/** What every module gets to stand on. */
export interface Services extends Platform {
  readonly config: Config
  readonly pool: pg.Pool
  readonly log: FastifyBaseLogger
  /** Word between server processes, through the database. */
  readonly bus: Bus
  /** The way to the simulators. */
  readonly devices: DeviceLink
  readonly metrics: Metrics
  /** 256 bits for keyed hashes and encryption at rest. */
  readonly dataKey: Buffer
}

/** One domain's part of the server: its routes, and what it starts besides; `stop` ends that. */
export interface Module {
  routes?(app: FastifyInstance, services: Services): void
  start?(services: Services): Promise<{ stop(): Promise<void> }>
}
