import { errors, refuse, type SessionOfPerson } from '@drivesim/contract'
import type { Bus } from '../../../platform/bus.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { stopEndpointsOf } from '../../open/webhooks/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { endSignInsBegun } from '../../trust/secondSteps/challenges.service.ts'
import { type EndReason, endSessions, listSessions } from './sessions.queries.ts'

/** Where a person is signed in; `current` marks the session that asks. */
export async function sessionsOf(db: Db, memberId: number, current: string): Promise<SessionOfPerson[]> {
  const rows = await listSessions(db, memberId)
  return rows.map(row => ({
    sessionId: row.id,
    device: deviceOf(row.userAgent),
    address: row.address,
    signedInAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === current,
  }))
}

/** Ends every session of a person, or all but one, and those that wait for a second step; their open pages hear it at once. */
export async function signOut(
  bus: Bus,
  db: Db,
  { memberId, reason, except }: { memberId: number; reason: EndReason; except?: string },
): Promise<void> {
  await endSessions(db, memberId, reason, except === undefined ? {} : { except })
  await endSignInsBegun(db, memberId)
  // Somebody else took their place, or took it away: what they had told to others ends, too.
  if (reason !== 'kicked' && except === undefined) await stopEndpointsOf({ bus }, db, memberId)
  await sayLive(bus, db, { sessionChanged: [memberId] })
}

/** Ends one session of a person. @throws Refusal notFound where it is over, or another's */
export async function signOutOne(bus: Bus, db: Db, memberId: number, sessionId: string): Promise<void> {
  const ended = await endSessions(db, memberId, 'kicked', { only: sessionId })
  if (ended === 0) throw refuse(errors.notFound, '登录设备')
  await sayLive(bus, db, { sessionChanged: [memberId] })
}
