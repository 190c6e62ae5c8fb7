/**
 * Who speaks for a device (decision 0009): the connection that last sent a greater `seq`, by arrival. Clocks only raise doubt;
 * a second growing report, or silence, settles it. So no clock can keep a device off the line. Instants are
 * milliseconds since 1970: `at` by the device, `now` and `grownAt` by the server.
 */

export interface Connection {
  readonly id: string
  readonly seq: number
  /** Of its first report, at most when that was received. */
  readonly began: number
  /** Of its latest report. */
  readonly at: number
  readonly grownAt: number
  /** Growing reports since another one speaks, or since it ended. */
  readonly claims: number
  /** By its will or a farewell. */
  readonly ended: boolean
}

export interface Line {
  /** The first one speaks for the device. */
  readonly connections: readonly Connection[]
  /** Of one connection by another, lately; `back`: to one that had spoken before. */
  readonly takeovers: readonly { readonly at: number; readonly back: boolean }[]
}

export interface ReceivedMessage {
  readonly connectionId: string
  readonly seq: number
  readonly at: number
}

/** `past`: it grew, and does not speak for the device (yet). */
export type Verdict = 'speaks' | 'past' | 'repeat'

export const emptyLine: Line = { connections: [], takeovers: [] }

/** Connections that are remembered, so that their late messages are recognised. */
const mostRemembered = 8
/** A connection that was silent for so long gives way to the first that reports. */
const silentMs = 45_000
/** Turns of two devices under one number fall into this time. */
const turnsMs = 5 * 60_000
const mostTurns = 8
/** What two reports of a clock may differ by from the time between their receipts. */
const paceMs = 10_000
/** Reports that were kept and sent on arrive at once; those that come at this distance are sent as they are made. */
const liveGapMs = 10_000
/** From here on a device's clock is wrong. */
export const clockOffMs = 60_000

export function hearMessage(
  line: Line,
  said: ReceivedMessage,
  now: number,
): { line: Line; verdict: Verdict } {
  const { connectionId: id, seq, at } = said
  const [newest] = line.connections
  const known = line.connections.find(connection => connection.id === id)
  const isRepeat = known !== undefined && seq <= known.seq
  if (isRepeat && !isNewStart(known, said, now)) return { line, verdict: 'repeat' }
  const before = isRepeat ? undefined : known
  const grown: Connection = {
    id,
    seq,
    began: before?.began ?? Math.min(at, now),
    at,
    grownAt: now,
    claims: (before?.claims ?? 0) + 1,
    ended: before?.ended ?? false,
  }
  const others = line.connections.filter(connection => connection.id !== id)
  if (!speaks(grown, before, newest, now)) {
    // The one that speaks stays first, be it this one itself.
    const connections =
      newest === undefined || newest.id === id ? [grown, ...others] : [newest, grown, ...others.slice(1)]
    return { line: { ...line, connections: connections.slice(0, mostRemembered) }, verdict: 'past' }
  }
  const connections = [{ ...grown, claims: 0, ended: false }, ...others].slice(0, mostRemembered)
  const isTakeover = newest !== undefined && newest.id !== id
  const turn = isTakeover ? [{ at: now, back: known !== undefined }] : []
  const takeovers = [...recent(line, now), ...turn].slice(-mostTurns)
  return { line: { connections, takeovers }, verdict: 'speaks' }
}

function speaks(
  grown: Connection,
  before: Connection | undefined,
  newest: Connection | undefined,
  now: number,
): boolean {
  if (newest === undefined || isSilent(newest, now)) return true
  if (before === newest && !newest.ended) return true
  const isLater = grown.at >= Math.min(newest.began, now)
  if (before === undefined) return isLater
  // What a dead connection left behind is older, and its times are further apart than their arrivals.
  return grown.claims >= 2 && (isLater || isPaced(before, grown.at, now))
}

/** The same id with its numbers from the start: a client that connects again without a new one. A repeat has an earlier time. */
function isNewStart(known: Connection, { seq, at }: ReceivedMessage, now: number): boolean {
  if (!known.ended && seq > 1) return false
  return at > known.at || (at < known.at && isSilent(known, now))
}

// The database's clock may have been put back.
const isSilent = ({ grownAt }: Connection, now: number) => Math.abs(now - grownAt) >= silentMs

const isPaced = (before: Connection, at: number, now: number) =>
  Math.abs(at - before.at - (now - before.grownAt)) <= paceMs

/** A will or a farewell. @returns whether it ended the connection that speaks */
export function endConnection(line: Line, connectionId: string): { line: Line; verdict: Verdict } {
  const [newest] = line.connections
  const known = line.connections.find(connection => connection.id === connectionId)
  if (known?.ended === true) return { line, verdict: 'repeat' }
  // Reports that it overtook must not bring an unseen one back.
  const unseen = { id: connectionId, seq: -1, began: 0, at: 0, grownAt: 0, claims: 0, ended: true }
  const connections =
    known === undefined
      ? [...line.connections.slice(0, mostRemembered - 1), unseen]
      : line.connections.map(connection =>
          connection === known ? { ...connection, claims: 0, ended: true } : connection,
        )
  return {
    line: { ...line, connections },
    verdict: known !== undefined && known === newest ? 'speaks' : 'past',
  }
}

/** Whether several devices report under this number: three takeovers back and forth within five minutes. */
export function isShared(line: Line, now: number): boolean {
  const turns = recent(line, now)
  return turns.length >= 3 && turns.filter(({ back }) => back).length >= 2
}

const recent = ({ takeovers }: Line, now: number) =>
  takeovers.filter(({ at }) => Math.abs(now - at) < turnsMs)

/**
 * By how much the device's clock is ahead, in milliseconds, after a report of the connection that speaks; null while
 * nobody knows. A message cannot arrive before it was sent, so the offset is at least `at` less `now`; it is that where the
 * report is evidently live.
 */
export function offsetAfter(
  offset: number | null,
  before: Line,
  said: ReceivedMessage,
  now: number,
): number | null {
  const least = said.at - now
  const known = before.connections.find(({ id }) => id === said.connectionId)
  if (known === undefined) return offset !== null && least > offset ? least : offset
  const isLive = now - known.grownAt >= liveGapMs && isPaced(known, said.at, now)
  const wasPutBack = said.seq > known.seq && said.at < known.at - paceMs
  return isLive || wasPutBack || (offset !== null && least > offset) ? least : offset
}

/** A time of the device by the server's clock, at most `now`. */
export function correctedTime(at: number, offset: number | null, now: number): number {
  return Math.min(offset === null || Math.abs(offset) < clockOffMs ? at : at - offset, now)
}
