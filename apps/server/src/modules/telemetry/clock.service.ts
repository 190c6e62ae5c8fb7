/** Wall and monotonic clock at one moment, in milliseconds. */
export interface Clocks {
  wall: number
  steady: number
}

/** The wall clock was set: instants noted between `from` and `to` are `by` milliseconds away from today's clock. */
export interface ClockStep {
  from: number
  to: number
  by: number
  /** Steady time after which nothing noted before it matters any more. */
  until: number
}

/** Less is drift, or a database that answered late. */
const smallestStepMs = 5_000

/**
 * Whether the wall clock was set between two readings, and what that means for instants noted before it within
 * `horizonMs`. Without this a clock put forward would take every simulator off the line at once, and one put back
 * would keep silent ones on it. A clock set while the server is down goes unnoticed.
 */
export function clockStep(before: Clocks, now: Clocks, horizonMs: number): ClockStep | null {
  const by = now.wall - before.wall - (now.steady - before.steady)
  if (Math.abs(by) < smallestStepMs) return null
  return {
    from: before.wall - horizonMs,
    to: Math.max(before.wall, now.wall - by),
    by,
    until: now.steady + horizonMs,
  }
}
