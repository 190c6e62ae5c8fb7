import type { Db } from '../../../platform/postgres/db.ts'
import type { Names } from './passwords.service.ts'
import { organisationNames, readNames } from './queries.ts'

/** What a new password of a member must not be made of. */
export async function namesOfOwner(db: Db, memberId: number): Promise<Names> {
  const { organId, ...names } = await readNames(db, memberId)
  return { ...names, organisations: await organisationNames(db, memberId, organId) }
}
