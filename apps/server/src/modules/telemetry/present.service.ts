import type { ReadReport } from '@drivesim/contract/deviceReading'

/** How many earlier connections are remembered, so that their late messages are recognised. */
const rememberedConnections = 16

export type Fact = 'link' | 'activity' | 'health'

interface Fold {
  value: string
  /** ISO 8601 in UTC with the database's microseconds: the key of the open interval. */
  since: string
}

/** The present of a simulator while messages are folded into it. Instants are milliseconds since 1970 unless text. */
export interface Present {
  simulatorId: number
  link: Fold
  activity: Fold
  health: Fold
  enabled: boolean
  stateSince: string
  reportedHealth: 'ok' | 'fault'
  lastSeenAt: number | null
  connectionId: string | null
  connectedAt: number | null
  seq: number | null
  pastConnections: string[]
  reportedAt: number | null
  sessionId: string | null
  sessionStartedAt: number | null
  studentId: number | null
  moduleId: number | null
  lastScore: number | null
  /** Codes of the faults that are open now. */
  openFaults: Set<string>
  /** Intervals to open, and with each the one of the same fact that it ends. */
  transitions: Transition[]
}

export interface Transition {
  fact: Fact
  value: string
  /** Beginning of the new interval, and end of the one before. */
  since: string
  /** Beginning of the one before. */
  before: string
}

type Shown = 'disabled' | 'offline' | 'fault' | 'training' | 'idle'

function shown(p: Present): Shown {
  if (!p.enabled) return 'disabled'
  if (p.link.value === 'offline') return 'offline'
  if (p.health.value === 'fault') return 'fault'
  return p.activity.value === 'training' ? 'training' : 'idle'
}

/** What people see of it; where two differ, they are told. */
export function appearance(p: Present): string {
  const { link, activity, health, stateSince, sessionId, studentId, lastScore } = p
  return JSON.stringify([
    link.value,
    activity.value,
    health.value,
    stateSince,
    sessionId,
    studentId,
    lastScore,
  ])
}

/** A fact takes another value: from `at`, but never before its last change was. */
export function change(p: Present, fact: Fact, value: string, at: number): void {
  const before = p[fact]
  if (before.value === value) return
  const was = shown(p)
  const since = new Date(Math.max(at, Date.parse(before.since) + 1)).toISOString()
  p.transitions.push({ fact, value, since, before: before.since })
  p[fact] = { value, since }
  if (shown(p) !== was && Date.parse(since) > Date.parse(p.stateSince)) p.stateSince = since
}

/** @param now of the database @param at of the event, not after `now` */
export function setHealth(p: Present, at: number): void {
  change(p, 'health', p.reportedHealth === 'fault' || p.openFaults.size > 0 ? 'fault' : 'ok', at)
}

/**
 * A report changes the present if it is newer than what is known: by its number within the connection, by the
 * time of the first report between two connections; never by its arrival.
 * @returns whether it did
 */
export function report(p: Present, body: ReadReport, reportedAt: number, now: number): boolean {
  // A clock a little ahead must not outlast its own correction.
  const at = Math.min(reportedAt, now)
  if (!isNewest(p, body, at, now)) return false
  p.lastSeenAt = now
  // The server observes the link, so its changes are dated by the server's clock.
  change(p, 'link', 'online', now)
  if (body.activity !== null) change(p, 'activity', body.activity, at)
  p.reportedHealth = body.health ?? p.reportedHealth
  setHealth(p, at)
  p.reportedAt = Math.max(at, p.reportedAt ?? 0)
  return true
}

function isNewest(p: Present, body: ReadReport, at: number, now: number): boolean {
  const { connectionId, seq } = body
  if (p.pastConnections.includes(connectionId)) return false
  if (connectionId === p.connectionId) {
    if (p.seq !== null && seq <= p.seq) return false
    p.seq = seq
    return true
  }
  // One that began in the future means that the clock was put back since: no reason to ignore the device.
  if (p.connectedAt !== null && p.connectedAt <= now && at < p.connectedAt) {
    forget(p, connectionId)
    return false
  }
  if (p.connectionId !== null) forget(p, p.connectionId)
  p.connectionId = connectionId
  p.connectedAt = at
  p.seq = seq
  return true
}

/** A connection that is over: nothing of it counts any more, should it still come. */
function forget(p: Present, connectionId: string): void {
  if (p.pastConnections.includes(connectionId)) return
  p.pastConnections = [...p.pastConnections, connectionId].slice(-rememberedConnections)
}

/** The last will or a farewell: counts at its arrival, and only for the newest connection. @returns whether it did */
export function linkLost(p: Present, connectionId: string, now: number): boolean {
  if (p.pastConnections.includes(connectionId)) return false
  // Reports that the connection's end overtook must not bring it back.
  forget(p, connectionId)
  if (connectionId !== p.connectionId) return false
  change(p, 'link', 'offline', now)
  return true
}

/** An event is a sign of life, unless the device sent it long after it happened. */
export function heard(p: Present, at: number, now: number, offlineAfterMs: number): void {
  if (p.link.value === 'online' && at > now - offlineAfterMs) p.lastSeenAt = now
}

/** A session begins on the device, unless a newer report contradicts it. */
export function sessionStarted(
  p: Present,
  session: { id: string; at: number; studentId: number | null; moduleId: number | null },
): void {
  const isLate = session.at < (p.reportedAt ?? 0) && p.activity.value !== 'training'
  if (isLate || session.at < (p.sessionStartedAt ?? 0)) return
  p.sessionId = session.id
  p.sessionStartedAt = Math.floor(session.at / 1000) * 1000
  p.studentId = session.studentId
  p.moduleId = session.moduleId
  p.reportedAt = Math.max(session.at, p.reportedAt ?? 0)
  change(p, 'activity', 'training', session.at)
}

/** A session ended on the device; if that was long ago, only newer reports say what it does now. */
export function sessionEnded(p: Present, session: { id: string; at: number; score: number | null }): void {
  const isNewest = session.at >= (p.reportedAt ?? 0)
  const isShown = p.sessionId === session.id
  if (isShown || isNewest) p.lastScore = session.score
  if (isShown) clearSession(p)
  if (!isNewest || p.sessionId !== null) return
  p.reportedAt = session.at
  change(p, 'activity', 'idle', session.at)
}

export function clearSession(p: Present): void {
  p.sessionId = null
  p.sessionStartedAt = null
  p.studentId = null
  p.moduleId = null
}
