import { commandLifetimeSeconds } from '@drivesim/contract/devices/telemetry/telemetry'

/** What is agreed, and how long the kit waits, in milliseconds. Tests have others. */
export interface Times {
  /** Between two reports at most, and what a busy device may be late. */
  readonly heartbeat: number
  readonly heartbeatSlack: number
  /** Between a lost connection and the next attempt at least, and what timers may be early. */
  readonly leastWait: number
  readonly leastWaitSlack: number
  /** Waits that differ by less may be meant to be the same. */
  readonly sameWait: number
  /** So constant a wait may be that it counts as long: it need not grow. */
  readonly longWait: number
  /** A report of a change follows so soon. */
  readonly change: number
  readonly commandLife: number
  /** What should not come has not come until then. */
  readonly settle: number
  /** For a device to connect again. */
  readonly reconnect: number
  /** For it to send again what was not acknowledged. */
  readonly resend: number
  /** An acknowledgement this short before a connection ended may not have come. */
  readonly uncertain: number
  /** Until a connection is used after it was made. */
  readonly steady: number
  /** For somebody at the device; null: as long as it takes. */
  readonly human: number | null
}

export const agreedTimes: Times = {
  heartbeat: 30_000,
  heartbeatSlack: 1_000,
  leastWait: 1_000,
  leastWaitSlack: 50,
  sameWait: 20,
  longWait: 10_000,
  change: 3_000,
  commandLife: commandLifetimeSeconds * 1000,
  settle: 5_000,
  reconnect: 120_000,
  resend: 15_000,
  uncertain: 1_000,
  steady: 3_000,
  human: null,
}
