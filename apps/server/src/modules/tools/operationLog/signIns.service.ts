import type { OwnSignIn } from '@drivesim/contract'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { latestSignIns } from './signIns.queries.ts'

/** Somebody's latest ways in, and tries, as the security log has them. */
export async function ownSignIns(db: Db, memberId: number): Promise<OwnSignIn[]> {
  const rows = await latestSignIns(db, memberId)
  return rows.map(({ at, userAgent, ...row }) => ({
    ...row,
    at: at.toISOString(),
    device: deviceOf(userAgent),
  }))
}
