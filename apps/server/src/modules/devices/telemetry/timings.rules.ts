import {
  closeAfterIdleSeconds,
  closeAfterLinkLostSeconds,
  longestSessionSeconds,
  offlineAfterSeconds,
} from '@drivesim/contract/devices/telemetry/telemetry'

/** The required limits, in milliseconds. */
export interface Timings {
  readonly offlineAfterMs: number
  readonly closeAfterLinkLostMs: number
  readonly closeAfterIdleMs: number
  readonly longestSessionMs: number
}

export const timings: Timings = {
  offlineAfterMs: offlineAfterSeconds * 1000,
  closeAfterLinkLostMs: closeAfterLinkLostSeconds * 1000,
  closeAfterIdleMs: closeAfterIdleSeconds * 1000,
  longestSessionMs: longestSessionSeconds * 1000,
}
