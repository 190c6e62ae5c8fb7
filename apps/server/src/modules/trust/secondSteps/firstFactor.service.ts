import type { Person } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { obligationOf } from './firstFactor.queries.ts'

export { lacksFactor, obligationOf } from './firstFactor.queries.ts'

/**
 * Whether somebody must first be known to add their first factor: they need one, and are in a browser where the password alone brought
 * them. Somebody may have found it out.
 */
export async function isStrange(db: Db, { sessionId }: Pick<Person, 'sessionId'>): Promise<boolean> {
  const { isObliged, hasFactor, addsFactor } = await obligationOf(db, sessionId)
  return isObliged && !hasFactor && !addsFactor
}
