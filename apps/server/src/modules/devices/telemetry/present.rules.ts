import type { ReadReport } from '@drivesim/contract/devices/telemetry/deviceReading'
import {
  clockOffMs,
  correctedTime,
  endConnection,
  hearMessage,
  isShared,
  type Line,
  offsetAfter,
} from './connection.rules.ts'

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
  line: Line
  /** Since when several devices report under this number; until that is over nothing they say changes a fact. */
  sharedSince: number | null
  /** By how much the device's clock is ahead, in milliseconds; null where nobody knows. */
  clockOffset: number | null
  /** Since when by more than a minute. */
  clockOffSince: number | null
  /** By the server's clock. */
  reportedAt: number | null
  /** When it was first heard to be idle since it last trained, by the server's clock. */
  idleHeardAt: number | null
  /** Reports of that, at most `enoughIdleReports`. */
  idleReports: number
  /** The latest begin of a session, by the device's clock. */
  latestStart: number | null
  sessionId: string | null
  sessionStartedAt: number | null
  /** The same by the server's clock. */
  sessionOrderedAt: number | null
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
export function changeFact(p: Present, fact: Fact, value: string, at: number): void {
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
  changeFact(p, 'health', p.reportedHealth === 'fault' || p.openFaults.size > 0 ? 'fault' : 'ok', at)
}

/** When something happened by the server's clock, where the device's is known to be wrong. */
export function eventTime(
  p: Present,
  { at, redated }: { at: number; redated: boolean },
  now: number,
): number {
  return redated ? Math.min(at, now) : correctedTime(at, p.clockOffset, now)
}

/**
 * A report changes the present if it comes from the connection that speaks for the device, and is its newest.
 * @returns whether it did
 */
export function applyReport(
  p: Present,
  body: ReadReport,
  dated: { at: number; redated: boolean },
  now: number,
): boolean {
  // What the device's clock says, however wrong; one that says nothing is right.
  const said = {
    connectionId: body.connectionId,
    seq: body.seq,
    at: body.at === null ? now : Date.parse(body.at),
  }
  const { line, verdict } = hearMessage(p.line, said, now)
  const before = p.line
  p.line = line
  noteShared(p, now)
  if (verdict === 'repeat') return false
  if (p.sharedSince !== null) {
    // Of two devices nobody knows which one is meant; only that they live.
    p.lastSeenAt = now
    changeFact(p, 'link', 'online', now)
    return verdict === 'speaks'
  }
  if (verdict === 'past') return false
  if (body.at !== null) noteClock(p, offsetAfter(p.clockOffset, before, said, now), now)
  const at = eventTime(p, dated, now)
  p.lastSeenAt = now
  // The server observes the link, so its changes are dated by the server's clock.
  changeFact(p, 'link', 'online', now)
  if (body.activity !== null) changeFact(p, 'activity', body.activity, at)
  noteIdle(p, now)
  p.reportedHealth = body.health ?? p.reportedHealth
  setHealth(p, at)
  p.reportedAt = Math.max(at, Math.min(p.reportedAt ?? 0, now))
  return true
}

/** As many reports that a device is idle say that its lesson is over. */
export const enoughIdleReports = 2

/** Training again, with or without a start, goes on. */
function noteIdle(p: Present, now: number): void {
  const isIdle = p.activity.value === 'idle'
  p.idleHeardAt = isIdle ? (p.idleHeardAt ?? now) : null
  p.idleReports = isIdle ? Math.min(p.idleReports + 1, enoughIdleReports) : 0
}

/** A session began then, by the device's clock, whether it is the newest or not. */
export function noteSession(p: Present, startedAt: number): void {
  p.latestStart = Math.max(p.latestStart ?? 0, Math.floor(startedAt / 1000) * 1000)
}

/** Begins and ends by the takeovers; a device that is silent is not several. */
function noteShared(p: Present, now: number): void {
  if (!isShared(p.line, now)) p.sharedSince = null
  else p.sharedSince ??= now
}

function noteClock(p: Present, offset: number | null, now: number): void {
  p.clockOffset = offset
  if (offset === null || Math.abs(offset) < clockOffMs) p.clockOffSince = null
  else p.clockOffSince ??= now
}

/** The last will or a farewell: counts at its arrival, and only for the connection that speaks. @returns whether it did */
export function linkLost(p: Present, connectionId: string, now: number): boolean {
  const { line, verdict } = endConnection(p.line, connectionId)
  p.line = line
  noteShared(p, now)
  if (verdict !== 'speaks') return false
  // Another device still reports: if not, its silence tells.
  if (p.sharedSince === null) changeFact(p, 'link', 'offline', now)
  return true
}

/** An event is a sign of life, unless the device sent it long after it happened. */
export function noteSignOfLife(p: Present, at: number, now: number, offlineAfterMs: number): void {
  if (p.link.value === 'online' && at > now - offlineAfterMs) p.lastSeenAt = now
}

/** A session begins on the device, unless a newer report contradicts it. @param session.order `at` by the server's clock */
export function startSession(
  p: Present,
  session: { id: string; at: number; order: number; studentId: number | null; moduleId: number | null },
): void {
  const isLate = session.order < (p.reportedAt ?? 0) && p.activity.value !== 'training'
  if (isLate || session.order < (p.sessionOrderedAt ?? p.sessionStartedAt ?? 0)) return
  p.sessionId = session.id
  p.sessionStartedAt = Math.floor(session.at / 1000) * 1000
  p.sessionOrderedAt = Math.floor(session.order / 1000) * 1000
  p.studentId = session.studentId
  p.moduleId = session.moduleId
  p.reportedAt = Math.max(session.order, p.reportedAt ?? 0)
  if (p.sharedSince === null) changeFact(p, 'activity', 'training', session.order)
  p.idleHeardAt = null
  p.idleReports = 0
}

/** A session ended on the device; if that was long ago, only newer reports say what it does now. */
export function endSession(p: Present, session: { id: string; order: number; score: number | null }): void {
  const isNewest = session.order >= (p.reportedAt ?? 0)
  const isShown = p.sessionId === session.id
  if (isShown || isNewest) p.lastScore = session.score
  if (isShown) clearSession(p)
  if (!isNewest || p.sessionId !== null) return
  p.reportedAt = session.order
  if (p.sharedSince === null) changeFact(p, 'activity', 'idle', session.order)
}

export function clearSession(p: Present): void {
  p.sessionId = null
  p.sessionStartedAt = null
  p.sessionOrderedAt = null
  p.studentId = null
  p.moduleId = null
}
