import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { IdentityProvider } from './auth/identityProvider.ts'
import type { SigningKeys } from './auth/signingKeys.ts'
import type { Bus } from './bus.ts'
import type { Files } from './files/openFiles.ts'
import type { Platform } from './http/implement.ts'
import type { DataKeys } from './keys/dataKeys.ts'
import type { Metrics } from './metrics.ts'
import type { DeviceLink } from './mqtt/deviceLink.ts'
import type { Parts } from './parts.ts'
import type { Payments } from './payments/gateway.ts'
import type { AddressSigner } from './pictures/addressSigner.ts'
import type { PictureProcess } from './pictures/pictureProcess.ts'
import type { ScheduledTask } from './scheduledTasks.ts'
import type { Config } from './start/config.ts'
import type { Turns } from './turns.ts'

/** What every module gets to stand on. */
export interface Services extends Platform {
  readonly config: Config
  readonly pool: pg.Pool
  readonly log: FastifyBaseLogger
  /** Word between server processes, through the database. */
  readonly bus: Bus
  /** Which process does what the installation does once. */
  readonly turns: Turns
  /** The way to the simulators. */
  readonly devices: DeviceLink
  /** Single sign-on; null: there is none. */
  readonly identityProvider: IdentityProvider | null
  /** The ways to be paid by code. */
  readonly payments: Payments
  readonly metrics: Metrics
  /** What people uploaded and jobs wrote, for every process of the installation. */
  readonly files: Files
  /** The program's version, as answers and streams say it (`versionOf`). */
  readonly version: string
  /** Turns uploads into pictures, outside this process. */
  readonly pictures: PictureProcess
  /** Signs the addresses of vouchers, which are good for a few minutes. */
  readonly voucherLinks: AddressSigner
  /** The same for what is attached to bills. */
  readonly attachmentLinks: AddressSigner
  /** For keyed hashes and encryption at rest. */
  readonly dataKeys: DataKeys
  /** Of access tokens. */
  readonly signingKeys: SigningKeys
  /** What all domains hand to the hubs. */
  readonly parts: Parts
}

/** One domain of the server: its routes, what it starts besides (`stop` ends that), and what it hands to the hubs. */
export interface Module extends Partial<Parts> {
  /** The processes in which it serves and starts; without it those of people, `web`. */
  readonly runsIn?: 'web' | 'intake' | 'every'
  /** What `start` has done by itself, again and again. */
  readonly tasks?: Readonly<Record<string, ScheduledTask>>
  routes?(app: FastifyInstance, services: Services): void
  /** What it starts no call waits for: its `db` is the unhurried one. */
  start?(services: Services): Promise<{ stop(): Promise<void> }>
}
