import { errors, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { grantableRoles } from './queries.ts'
import { hasAdministrator, queueRightsChange, rolesOfOthers } from './rights.queries.ts'

/**
 * Runs a change of somebody's rights. Such changes take turns, so that what one of them checked still holds when it
 * commits; one after which nobody could manage the platform is refused.
 * @throws Refusal lastAdministrator
 */
export async function changeRights<T>(db: Db, change: () => Promise<T>): Promise<T> {
  await queueRightsChange(db)
  const before = await hasAdministrator(db)
  const result = await change()
  if (before && !(await hasAdministrator(db))) throw refuse(errors.lastAdministrator)
  return result
}

/** Roles that the operator may give: visible to them, and with no code that they do not hold. */
export async function rolesToGrant({ db, scope, person }: Pick<SignedInCall, 'db' | 'scope' | 'person'>) {
  const roles = await grantableRoles(db, scope)
  return roles.filter(role => role.codes.every(code => person.codes.has(code)))
}

/**
 * What a member's roles become: those given, and those held that the operator cannot see.
 * @throws Refusal for a role that is not there, has codes the operator does not hold, or belongs to another school
 */
export async function grantRoles(
  { db, scope, person }: SignedInCall,
  organ: number,
  held: readonly number[],
  given: readonly number[],
): Promise<number[]> {
  const visible = await grantableRoles(db, scope, [...held, ...given])
  const known = new Set(visible.map(role => role.id))
  if (given.some(id => !known.has(id))) throw refuse(errors.notFound, '角色')
  const changed = visible.filter(role => given.includes(role.id) !== held.includes(role.id))
  const beyond = changed.find(role => role.codes.some(code => !person.codes.has(code)))
  if (beyond !== undefined) throw refuse(errors.roleNotYours, beyond.name)
  const roles = [...new Set([...given, ...held.filter(id => !known.has(id))])]
  const [other] = await rolesOfOthers(db, organ, roles)
  if (other !== undefined) throw refuse(errors.roleOfAnother, other)
  return roles
}
