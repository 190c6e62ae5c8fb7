/** Wall and monotonic clock at one moment, in milliseconds. */
export interface Clocks {
  wall: number
  steady: number
}

/** When a simulator was last heard before the wall clock was set. */
export interface HeardBefore {
  readonly simulatorId: number
  /** As the database has it; once it is heard again this is another instant. */
  readonly seenAt: string
  /** The difference between that clock and today's, in milliseconds. */
  readonly by: number
}

/** Less is drift, or a database that answered late. */
const smallestStepMs = 5_000
/** Between reading the clock and reading what was heard. */
const slackMs = 1_000

/** By how much the wall clock was changed between two readings; 0 if it was not. */
export function clockStep(before: Clocks, now: Clocks): number {
  const by = now.wall - before.wall - (now.steady - before.steady)
  return Math.abs(by) < smallestStepMs ? 0 : by
}

/**
 * What to allow for after the clock was set, possibly not for the first time. Without this a clock put forward would
 * take every simulator off the line at once, and one put back would keep silent ones on it. A clock set while the
 * server is down goes unnoticed, and so does what was allowed for before a restart.
 * @param heard when each simulator that is online was heard last: by the old clock, or since by the new one
 */
export function allowFor(
  allowed: readonly HeardBefore[],
  heard: readonly { simulatorId: number; seenAt: string; seenMs: number }[],
  { by, before, now }: { by: number; before: Clocks; now: Clocks },
): HeardBefore[] {
  const known = new Map(allowed.map(one => [`${one.simulatorId} ${one.seenAt}`, one.by]))
  const since = now.wall - (now.steady - before.steady)
  return heard
    .filter(({ seenMs }) => seenMs < since || seenMs > now.wall + slackMs)
    .map(({ simulatorId, seenAt }) => ({
      simulatorId,
      seenAt,
      by: by + (known.get(`${simulatorId} ${seenAt}`) ?? 0),
    }))
}
