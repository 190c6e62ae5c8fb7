import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { ReadEnd, ReadStart } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Facts } from '../../board/figures/facts.rules.ts'
import { chargeMinutes } from '../../money/orders/service.ts'
import { factsOfSessions } from './facts.rules.ts'
import {
  type AskedSessions,
  findSessions,
  insertSessions,
  rollUp,
  type Session,
  updateKeys,
  updateSessions,
} from './sessions.queries.ts'

/** Where something happened. */
export interface Place {
  organId: number
  roomId: number
  schoolId: number
}

interface Known extends Session {
  /** As it was before this batch: counted and charged, if it was closed without its end. */
  readonly stored: Session | null
  changed: boolean
}

/** The sessions that a batch touches, as they become. */
export interface Sessions {
  start(body: ReadStart, event: { simulatorId: number; at: number; redated: boolean } & Whose): boolean
  end(
    body: ReadEnd,
    /** `startedAt` is null where the device does not say it. */
    event: { simulatorId: number; at: number; startedAt: number | null; redated: boolean } & Whose,
  ): boolean
  /** Students who lose or gain minutes by this; they have to be locked before. */
  students(): number[]
  write(db: Db): Promise<WrittenSessions>
}

/** What follows of sessions that were written, last. */
export interface WrittenSessions {
  /** Course orders that were charged. */
  readonly charged: number[]
  /** Records of those that are over. */
  readonly finished: number[]
  readonly facts: Facts
}

interface Whose {
  place: Place
  /** null where unknown or of another school. */
  studentId: number | null
  /** null where unknown. */
  moduleId: number | null
}

/** How far a session's beginning may be from what its messages say of it; so many days are in `asked_since()` of the schema. */
const spreadMs = 31 * dayMilliseconds
const longestAgoMs = 431 * dayMilliseconds

/** What a message says of when its session began. Instants are milliseconds since 1970. */
export interface SessionMention {
  readonly sessionId: string
  readonly at: number
  readonly startedAt: number | null
  /** Then it says nothing: a repeated message is dated anew. */
  readonly redated: boolean
}

/** A session that began elsewhere is another one, so that no message has to be looked for in all years. */
function asked(mentions: readonly SessionMention[]): AskedSessions {
  const first = mentions.map(({ at, startedAt, redated }) =>
    redated ? at - longestAgoMs : Math.min(startedAt ?? at, at) - spreadMs,
  )
  return {
    ids: mentions.map(({ sessionId }) => sessionId),
    from: Math.min(...first),
    to: Math.max(...mentions.map(({ at }) => at)) + spreadMs,
  }
}

/** Loads known sessions; their simulators must be locked. */
export async function openSessions(db: Db, mentions: readonly SessionMention[]): Promise<Sessions> {
  const known = new Map<string, Known>()
  if (mentions.length > 0) {
    for (const [id, session] of await findSessions(db, asked(mentions))) {
      known.set(id, { ...session, stored: session, changed: false })
    }
  }
  return {
    /** Repeated, or overtaken by its end: nothing new. */
    start(body, { simulatorId, at, redated, ...owner }) {
      if (known.has(body.sessionId)) return false
      known.set(body.sessionId, {
        ...fresh(body, simulatorId, owner, at),
        redated,
        stored: null,
        changed: true,
      })
      return true
    },
    /** It says everything by itself, and corrects a session that was closed without it; a second end changes nothing. */
    end(body, { simulatorId, at, startedAt: said, redated, ...owner }) {
      const before = known.get(body.sessionId)
      if (before !== undefined && (before.simulatorId !== simulatorId || before.ending === 'normal'))
        return false
      const effectiveSeconds = body.effectiveSeconds ?? 0
      // Nobody told the start of the session; so much is known of it.
      const startedAt = said ?? before?.startedAt ?? at - effectiveSeconds * 1000
      const session = before ?? {
        ...fresh(body, simulatorId, owner, startedAt),
        stored: null,
        changed: true,
      }
      const seconds = Math.max(0, Math.round((at - Math.max(startedAt, session.startedAt)) / 1000))
      known.set(body.sessionId, {
        ...session,
        studentId: body.studentId === null ? session.studentId : owner.studentId,
        reportedStudentId: body.studentId ?? session.reportedStudentId,
        moduleId: body.moduleId === null ? session.moduleId : owner.moduleId,
        endedAt: Math.max(at, session.startedAt),
        seconds,
        // Hands cannot be on the wheel for longer than the session lasts.
        effectiveSeconds: Math.min(effectiveSeconds, seconds),
        score: body.score,
        passed: body.passed,
        errors: body.errors,
        ending: 'normal',
        redated: session.redated || redated,
        changed: true,
      })
      return true
    },
    students() {
      const ended = [...known.values()].filter(({ changed, ending }) => changed && ending !== 'running')
      const studentIds = ended.flatMap(session => [session.studentId, session.stored?.studentId ?? null])
      return [...new Set(studentIds.filter(id => id !== null))]
    },
    write: db => writeAll(db, [...known.values()]),
  }
}

function fresh(
  body: ReadStart | ReadEnd,
  simulatorId: number,
  { place, studentId, moduleId }: Whose,
  startedAt: number,
): Session {
  return {
    recordId: null,
    sessionId: body.sessionId,
    simulatorId,
    ...place,
    studentId,
    reportedStudentId: body.studentId,
    moduleId,
    startedAt: Math.floor(startedAt / 1000) * 1000,
    endedAt: null,
    seconds: 0,
    effectiveSeconds: 0,
    score: null,
    passed: null,
    errors: [],
    ending: 'running',
    redated: false,
  }
}

/** Stores what changed, keeps the rollups equal to it, and charges what ended to course orders. */
async function writeAll(db: Db, sessions: readonly Known[]): Promise<WrittenSessions> {
  const changed = sessions.filter(session => session.changed)
  const added = changed.filter(session => session.stored === null)
  const altered = changed.filter(session => session.stored !== null)
  const recordIds = added.length === 0 ? new Map<string, number>() : await insertSessions(db, added)
  const corrected = altered.flatMap(({ stored }) => (stored?.ending === 'abnormal' ? [stored] : []))
  if (corrected.length > 0) await rollUp(db, corrected.flatMap(recordIdOf), -1)
  if (altered.length > 0) await updateSessions(db, altered)
  const renamed = altered.filter(({ studentId, stored }) => studentId !== stored?.studentId)
  if (renamed.length > 0) await updateKeys(db, renamed)
  const ended = changed.filter(session => session.ending !== 'running')
  const finished = ended.flatMap(session => session.recordId ?? recordIds.get(session.sessionId) ?? [])
  if (finished.length === 0) return { charged: [], finished, facts: {} }
  await rollUp(db, finished, 1)
  return {
    charged: await chargeMinutes(db, finished),
    finished,
    facts: factsOfSessions(ended, corrected),
  }
}

function recordIdOf({ recordId }: Session): number[] {
  return recordId === null ? [] : [recordId]
}
