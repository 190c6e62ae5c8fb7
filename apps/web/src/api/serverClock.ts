/** A browser's clock may be so far from the server's, in milliseconds, before it counts: an answer tells whole seconds, late. */
const toleranceMs = 3_000

let offset = 0
const followers = new Set<() => void>()

/**
 * The time now by the server's clock, in milliseconds: ages, days and deadlines are told by it, as a classroom's PC may be hours
 * off. Until the first answer it is the browser's.
 */
export const serverNow = (): number => Date.now() + offset

/** Learns the server's time from an answer that has just come. */
export function hearServerTime(headers: Headers): void {
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) return
  const seen = said + 500 - Date.now()
  if (Math.abs(seen - offset) <= toleranceMs) return
  offset = Math.abs(seen) <= toleranceMs ? 0 : seen
  for (const follow of followers) follow()
}

/** Calls `follow` whenever `serverNow` jumps, for as long as the page lives: what was told by it before is wrong. */
export function whenServerTimeJumps(follow: () => void): void {
  followers.add(follow)
}
