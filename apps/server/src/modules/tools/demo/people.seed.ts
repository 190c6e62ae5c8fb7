import type { Business, DemoMember, DemoRole } from '@drivesim/fleet/business'
import { takeIds } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** A role, and a person who holds it, before the database has given them their ids. */
export type NewRole = Omit<DemoRole, 'id'>
export type NewMember = Omit<DemoMember, 'id' | 'roleId'> & { readonly role: NewRole }

/** Gives the people and the roles that they hold their ids. @param moreRoles held by nobody yet */
export async function withIds(
  db: Db,
  people: readonly NewMember[],
  moreRoles: readonly NewRole[] = [],
): Promise<Pick<Business, 'roles' | 'members'>> {
  const roles = [...new Set([...people.map(person => person.role), ...moreRoles])]
  const roleIds = await takeIds(db, 'role', roles.length)
  const memberIds = await takeIds(db, 'person', people.length)
  return {
    roles: roles.map((role, index) => ({ ...role, id: idAt(roleIds, index) })),
    members: people.map(({ role, ...member }, index) => ({
      ...member,
      id: idAt(memberIds, index),
      roleId: idAt(roleIds, roles.indexOf(role)),
    })),
  }
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new RangeError(`more than ${ids.length} ids are needed`)
  return id
}
