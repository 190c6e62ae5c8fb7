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
  const serverDate = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverDate)) return
  const newOffset = serverDate + 500 - Date.now()
  if (Math.abs(newOffset - offset) <= toleranceMs) return
  offset = Math.abs(newOffset) <= toleranceMs ? 0 : newOffset
  for (const follow of followers) follow()
}

/** Calls `follow` whenever `serverNow` jumps, for as long as the page lives: what was told by it before is wrong. */
export function whenServerTimeJumps(follow: () => void): void {
  followers.add(follow)
}
