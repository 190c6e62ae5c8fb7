import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Facts, PersonFact, SumFact } from '../../board/figures/facts.rules.ts'

/** What of an ended session counts on the board. */
export interface EndedSession {
  readonly organId: number
  /** Null where unknown or of another school. */
  readonly studentId: number | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  readonly effectiveSeconds: number
}

/** What ended sessions count as, in the hour of their start; `before`: as those counted that are corrected now. */
export function factsOfSessions(ended: readonly EndedSession[], before: readonly EndedSession[] = []): Facts {
  const given = [...ended.map(one => sumsOf(one, 1)), ...before.map(one => sumsOf(one, -1))]
  const users = [...ended.map(one => userOf(one, 1)), ...before.map(one => userOf(one, -1))]
  return { sums: given.flat(), people: users.flat() }
}

function sumsOf({ organId, startedAt, seconds, effectiveSeconds }: EndedSession, factor: 1 | -1): SumFact[] {
  const at = new Date(startedAt)
  return [
    { metric: 'appUses', organId, at, value: factor },
    { metric: 'trainingSeconds', organId, at, value: factor * seconds },
    { metric: 'effectiveSeconds', organId, at, value: factor * effectiveSeconds },
  ]
}

function userOf({ studentId, startedAt, organId }: EndedSession, factor: 1 | -1): PersonFact[] {
  if (studentId === null) return []
  return [{ metric: 'courseUsers', personId: studentId, day: businessDayOf(startedAt), organId, factor }]
}
